package api

import (
	"context"
	"net/http"
	"time"

	"tirage/internal/shop"
)

// Person is somebody the house knows.
type Person struct {
	ID    string `json:"id" doc:"A pseudonym: sixteen letters and digits." example:"k3v9x0t2m8q4w7b1"`
	Login string `json:"login" doc:"What the person logs in with." example:"camille"`
	Role  string `json:"role" enum:"player,retailer,operator,auditor,administrator" doc:"What the person may do."`
}

// Registration opens an account.
type Registration struct {
	Login    string `json:"login" doc:"2 to 64 characters; large and small letters are one." example:"camille"`
	Password string `json:"password" doc:"10 to 200 bytes." example:"dix tickets bleus"`
	Role     string `json:"role,omitempty" doc:"player, if nothing is said; an administrator opens accounts of retailers too. The house’s staff, operator, auditor and administrator, is made by two persons: staff_account." example:"player"`
}

// Registered is the account that was opened.
type Registered struct {
	ID string `json:"id" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
}

// Credentials are what somebody logs in with.
type Credentials struct {
	Login    string `json:"login" example:"camille" doc:"As it was registered."`
	Password string `json:"password" example:"dix tickets bleus" doc:"As it was registered."`
	Cookie   bool   `json:"cookie,omitempty" doc:"For pages: the session comes as a cookie that no script can read, and not in the answer."`
}

// NewPassword changes one's own.
type NewPassword struct {
	Old      string `json:"old" doc:"The password that one has." example:"dix tickets bleus"`
	Password string `json:"password" doc:"10 to 200 bytes." example:"onze tickets verts"`
}

// LoggedIn is a session that began.
type LoggedIn struct {
	Token   string    `json:"token,omitempty" doc:"Send it as Authorization: Bearer. Not there if a cookie was asked for." example:"player.Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2Vzc2lvbiE"`
	Expires time.Time `json:"expires" doc:"When the session ends if it is not used; each use moves it on." example:"2026-03-02T20:00:00Z"`
	Person  Person    `json:"person" doc:"Who logged in."`
}

// withCookie is an answer that sets or clears the session's cookie.
type withCookie[T any] struct {
	SetCookie string `header:"Set-Cookie" doc:"The session, if a cookie was asked for."`
	Body      T
}

// onlyCookie is the same without a body.
type onlyCookie struct {
	SetCookie string `header:"Set-Cookie" doc:"Clears the session."`
}

// cookieName binds the cookie to this host and HTTPS where there is HTTPS.
func (a *api) cookieName() string {
	if a.Secure {
		return "__Host-tirage"
	}
	return "tirage"
}

// cookie is the session's cookie, which the browser forgets when it is closed; an empty token clears it.
func (a *api) cookie(token string) string {
	c := http.Cookie{Name: a.cookieName(), Value: token, Path: "/", HttpOnly: true, Secure: a.Secure, SameSite: http.SameSiteStrictMode}
	if token == "" {
		c.MaxAge = -1
	}
	return c.String()
}

var examplePerson = Person{ID: "k3v9x0t2m8q4w7b1", Login: "camille", Role: "player"}

func (a *api) sessionRoutes() {
	add(a, route{
		id: "register", method: http.MethodPost, path: "/api/register", tag: sessions, code: http.StatusCreated,
		title: say("Open an account", "Ouvrir un compte"),
		about: say("Opens a player's account. An administrator opens a retailer’s as well. Whoever is to work in the house opens a player’s, and two persons give it the role: staff_account.",
			"Ouvre le compte d’un joueur. Un administrateur ouvre aussi celui d’un détaillant. Qui doit travailler dans la maison ouvre un compte de joueur, et deux personnes lui donnent le rôle : staff_account."),
		refused: []string{"bad_login", "bad_password", "bad_role", "login_taken", "log_in", "not_allowed", "two_persons", "busy"},
		asked:   Registration{Login: "camille", Password: "dix tickets bleus"}, answered: Registered{ID: examplePerson.ID},
	}, a.register)
	add(a, route{
		id: "log-in", method: http.MethodPost, path: "/api/login", tag: sessions,
		title: say("Log in", "Se connecter"),
		about: say("Begins a session of twelve hours from its last use: as a bearer token, or as a cookie for pages.",
			"Ouvre une session de douze heures à compter du dernier usage : par un jeton, ou par un cookie pour les pages."),
		refused:  []string{"wrong_credentials", "locked", "busy"},
		asked:    Credentials{Login: "camille", Password: "dix tickets bleus"},
		answered: LoggedIn{Token: "player.Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2Vzc2lvbiE", Expires: exampleTime, Person: examplePerson},
	}, a.logIn)
	add(a, route{
		id: "log-out", method: http.MethodPost, path: "/api/logout", tag: sessions, code: http.StatusNoContent,
		title: say("Log out", "Se déconnecter"),
		about: say("Ends the session, if there is one.", "Met fin à la session, s’il y en a une."),
	}, a.logOut)
	add(a, route{
		id: "change-password", method: http.MethodPost, path: "/api/password", tag: sessions, who: shop.Roles(), code: http.StatusNoContent,
		title: say("Change one’s own password", "Changer son mot de passe"),
		about: say("Takes another password, whoever knows the one they have. The person’s other sessions end; this one goes on.",
			"Prend un autre mot de passe, pour qui connaît celui qu’il a. Les autres sessions de la personne prennent fin ; celle-ci continue."),
		refused: []string{"wrong_credentials", "bad_password", "busy"}, asked: NewPassword{Old: "dix tickets bleus", Password: "onze tickets verts"},
	}, a.changePassword)
	add(a, route{
		id: "me", method: http.MethodGet, path: "/api/me", tag: sessions, who: shop.Roles(),
		title: say("Who am I", "Qui suis-je"), about: say("The person of this session.", "La personne de cette session."),
		answered: examplePerson,
	}, func(ctx context.Context, c *call, _ *struct{}) (*answer[Person], error) { return body(a.me(ctx, c.by)) })
}

func (a *api) register(ctx context.Context, c *call, in *struct{ Body Registration }) (*answer[Registered], error) {
	if c.by.Role != shop.Administrator {
		if wait := a.wait(a.limits.register, c.place, c); wait > 0 {
			return nil, a.tooOften("register", wait)
		}
	}
	role := shop.Role(in.Body.Role)
	if role == "" {
		role = shop.Player
	}
	id, err := a.shop.Register(ctx, c.by, in.Body.Login, in.Body.Password, role)
	return body(Registered{string(id)}, err)
}

func (a *api) logIn(ctx context.Context, c *call, in *struct{ Body Credentials }) (*withCookie[LoggedIn], error) {
	if wait := a.wait(a.limits.logIn, c.place, c); wait > 0 {
		return nil, a.tooOften("log_in", wait)
	}
	session, err := a.shop.LogIn(ctx, in.Body.Login, in.Body.Password, c.origin)
	if err != nil {
		return nil, err
	}
	c.by = session.By
	who, err := a.me(ctx, session.By)
	if err != nil {
		return nil, err
	}
	out := &withCookie[LoggedIn]{Body: LoggedIn{Token: session.Token, Expires: session.Expires.UTC(), Person: who}}
	if in.Body.Cookie {
		out.Body.Token = ""
		out.SetCookie = a.cookie(session.Token)
	}
	return out, nil
}

func (a *api) logOut(ctx context.Context, c *call, _ *struct{}) (*onlyCookie, error) {
	if c.token != "" {
		if err := a.shop.LogOut(ctx, c.token); err != nil {
			return nil, err
		}
	}
	return &onlyCookie{a.cookie("")}, nil
}

func (a *api) changePassword(ctx context.Context, c *call, in *struct{ Body NewPassword }) (*struct{}, error) {
	if wait := a.limits.logIn.take(string(c.by.Person), a.Now()); wait > 0 { // it tells whether a password is right, as logging in does
		return nil, a.tooOften("log_in", wait)
	}
	return nil, a.shop.ChangePassword(ctx, c.by, c.token, in.Body.Old, in.Body.Password)
}

func (a *api) me(ctx context.Context, by shop.By) (Person, error) {
	p, err := a.shop.Me(ctx, by)
	return Person{ID: string(p.ID), Login: p.Login, Role: string(p.Role)}, err
}
