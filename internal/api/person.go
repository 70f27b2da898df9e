package api

import (
	"context"
	"net/http"
	"regexp"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
)

// Staffed is a person as the administrators of the house see one.
type Staffed struct {
	Person
	Created time.Time `json:"created" doc:"When the account was opened." example:"2026-03-02T08:00:00Z"`
	Locked  time.Time `json:"locked,omitzero" doc:"When the account was closed, if it is." example:"2026-03-02T08:00:00Z"`
	Erased  time.Time `json:"erased,omitzero" doc:"When the person was forgotten, if so: the login is a mark without meaning then." example:"2026-03-02T08:00:00Z"`
}

// Secret is a new password.
type Secret struct {
	Password string `json:"password" doc:"10 to 200 bytes." example:"dix tickets bleus"`
	Reason   string `json:"reason" doc:"Why: 3 to 300 characters, on one line. It is recorded for ever." example:"Forgotten, asked for by letter"`
}

// PersonID is a person named in an address.
type PersonID struct {
	ID string `path:"id" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
}

var personForm = regexp.MustCompile(`^[0-9a-z]{1,32}$`)

func (p *PersonID) person() (store.PersonID, error) {
	if !personForm.MatchString(p.ID) {
		return "", shop.ErrUnknownPerson
	}
	return store.PersonID(p.ID), nil
}

// AboutPerson is what is done about a person, with its reason.
type AboutPerson struct {
	PersonID
	Body Decision
}

func (a *api) personRoutes() {
	admins := []shop.Role{shop.Administrator}
	add(a, route{
		id: "persons", method: http.MethodGet, path: "/api/persons", tag: people, who: admins,
		title: say("The persons", "Les personnes"), about: say("Everybody the house knows, by pseudonym.", "Tous ceux que la maison connaît, par pseudonyme."),
		refused:  []string{"bad_cursor"},
		answered: List[Staffed]{Items: []Staffed{{Person: examplePerson, Created: exampleTime}}},
	}, a.persons)
	about := func(id string, title, text [2]string, refused []string, do func(context.Context, shop.By, store.PersonID, string) error) {
		add(a, route{
			id: id, method: http.MethodPost, path: "/api/persons/{id}/" + id, tag: people, who: admins, code: http.StatusNoContent,
			title: say(title[0], title[1]), about: say(text[0], text[1]),
			refused: append([]string{"unknown_person", "bad_reason"}, refused...), asked: Decision{Reason: "Asked for by letter"},
		}, func(ctx context.Context, c *call, in *AboutPerson) (*struct{}, error) {
			who, err := in.person()
			if err != nil {
				return nil, err
			}
			return nil, do(ctx, c.by, who, in.Body.Reason)
		})
	}
	about("lock", [2]string{"Close an account", "Fermer un compte"},
		[2]string{"Ends the person’s sessions and lets nobody log in; what the account holds stays.", "Met fin aux sessions de la personne et ne laisse plus personne s’y connecter ; ce que porte le compte reste."}, nil, a.shop.Lock)
	about("unlock", [2]string{"Open an account again", "Rouvrir un compte"},
		[2]string{"Lets the person log in again.", "Laisse la personne se connecter à nouveau."}, nil, a.shop.Unlock)
	about("erase", [2]string{"Forget a person", "Oublier une personne"},
		[2]string{"Forgets the login and the password for ever. What the pseudonym did stays in the record.", "Oublie à jamais l’identifiant et le mot de passe. Ce que le pseudonyme a fait reste au registre."}, []string{"balance_left"}, a.shop.Erase)
	add(a, route{
		id: "set-password", method: http.MethodPost, path: "/api/persons/{id}/password", tag: people, who: admins, code: http.StatusNoContent,
		title: say("Give a new password", "Donner un nouveau mot de passe"), about: say("Sets a player’s password, or one’s own, and ends the person’s sessions. For another of the house’s staff two persons decide: staff_password.",
			"Change le mot de passe d’un joueur, ou le sien, et met fin aux sessions de la personne. Pour un autre membre de la maison, deux personnes décident : staff_password."),
		refused: []string{"unknown_person", "bad_password", "bad_reason", "two_persons", "busy"}, asked: Secret{Password: "dix tickets bleus", Reason: "Forgotten, asked for by letter"},
	}, func(ctx context.Context, c *call, in *struct {
		PersonID
		Body Secret
	},
	) (*struct{}, error) {
		who, err := in.person()
		if err != nil {
			return nil, err
		}
		return nil, a.shop.SetPassword(ctx, c.by, who, in.Body.Password, in.Body.Reason)
	})
}

func (a *api) persons(ctx context.Context, c *call, in *Paging) (*answer[List[Staffed]], error) {
	if in.After != "" && !personForm.MatchString(in.After) {
		return nil, errBadCursor
	}
	page, err := a.shop.Persons(ctx, c.by, store.PersonID(in.After), in.Limit)
	next := ""
	if len(page) == in.Limit {
		next = string(page[len(page)-1].ID)
	}
	return list(shop.Page[shop.Staffed]{Items: page, Next: next}, err, func(p shop.Staffed) Staffed {
		return Staffed{Person{string(p.ID), p.Login, string(p.Role)}, at(p.Created), later(p.Locked), later(p.Erased)}
	})
}
