package shop

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tirage/internal/store"
	"tirage/internal/visible"
)

// sessionLife is how long a session lasts after it was last used, and sessionMost how long at all.
const (
	sessionLife = 12 * time.Hour
	seenEvery   = time.Minute // a session's use is noted at most so often
)

// Session is somebody logged in.
type Session struct {
	Token   string // to be sent with each request; the house keeps its digest only
	Expires time.Time
	By
}

// Register opens an account for somebody. It refuses with bad_login, bad_password, bad_role, login_taken or ErrBusy; and with ErrTwoPersons
// an account of the house's staff, which the desk alone may open: see Staffing.
func (s *Shop) Register(ctx context.Context, by By, login, password string, role Role) (store.PersonID, error) {
	login, err := cleanLogin(login)
	if err != nil {
		return "", err
	}
	if role != Player {
		if err := by.may(Administrator); err != nil {
			return "", err
		}
	}
	if !knownRole(role) {
		return "", bad("bad_role", "there is no role %.20q", "il n’y a pas de rôle %.20q", string(role))
	}
	if role.staff() && by.Person != deskName {
		return "", ErrTwoPersons
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return "", err
	}
	if by.Person != "" && by.Person != deskName {
		hash = given + hash
	}
	id, err := s.identifier()
	if err != nil {
		return "", err
	}
	p := store.Person{ID: store.PersonID(id), Login: login, Password: hash, Role: string(role), TagSecret: make([]byte, 16), Created: s.now().UnixMicro()}
	if _, err := io.ReadFull(s.random, p.TagSecret); err != nil {
		return "", err
	}
	a := by.act("register")
	if by.Person == "" {
		a.Actor, a.Role = id, string(role)
	}
	a.Subject, a.Note = id, string(role)
	err = s.do(ctx, &task{
		person: by.Person,
		ask:    func(*store.Ask) {},
		decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
		also: func(ctx context.Context, tx *store.Tx) error {
			return taken(tx.AddPerson(ctx, p))
		},
	})
	return p.ID, err
}

func knownRole(role Role) bool {
	for _, r := range Roles() {
		if r == role {
			return true
		}
	}
	return false
}

// cleanLogin folds a login so that two that look alike are one. It refuses with bad_login what cannot be seen, and letters of scripts
// that look alike beside each other.
func cleanLogin(login string) (string, error) {
	if !utf8.ValidString(login) {
		return "", bad("bad_login", "this is not text in UTF-8", "ce n’est pas un texte en UTF-8")
	}
	login = norm.NFKC.String(strings.ToLower(norm.NFKC.String(strings.TrimSpace(login))))
	if n := utf8.RuneCountInString(login); n < 2 || n > 64 {
		return "", bad("bad_login", "a login has 2 to 64 characters", "un identifiant a de 2 à 64 caractères")
	}
	if visible.NameFlaw(login) != visible.None {
		return "", bad("bad_login", "a login holds what can be seen, and single spaces", "un identifiant contient des signes visibles, et des espaces simples")
	}
	if visible.Mixed(login) {
		return "", bad("bad_login", "a login is written in letters of one alphabet", "un identifiant s’écrit dans les lettres d’un seul alphabet")
	}
	return login, nil
}

// nobody is a hash of a password that nobody has: for a login that does not exist the same work is done.
const nobody = "$argon2id$v=19$m=65536,t=1,p=2$c29tZSBzYWx0IG9mIG91cnM$Dl9PLRdQbMPlqfXwP2TvfdUIEn5wlEbsv1VQbCmUkw8"

// LogIn begins a session. It refuses with ErrCredentials, whichever of both is wrong, ErrLocked or ErrBusy.
func (s *Shop) LogIn(ctx context.Context, login, password, origin string) (*Session, error) {
	login, err := cleanLogin(login)
	if err != nil {
		return nil, ErrCredentials
	}
	p, err := s.store.PersonByLogin(ctx, login)
	known := err == nil
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return nil, err
	}
	if !known {
		p.Password = nobody
	}
	right, err := s.check(ctx, login, password, p.Password)
	switch {
	case err != nil:
		return nil, err
	case !right || !known || p.Erased != 0:
		return nil, ErrCredentials
	case p.Locked != 0:
		return nil, ErrLocked
	}
	return s.begin(ctx, p, origin)
}

// begin begins a session; a member of the house is recorded.
func (s *Shop) begin(ctx context.Context, p store.Person, origin string) (*Session, error) {
	var raw [32]byte
	if _, err := io.ReadFull(s.random, raw[:]); err != nil {
		return nil, err
	}
	now := s.now()
	session := &Session{
		Token: sessionOf(Role(p.Role), base64.RawURLEncoding.EncodeToString(raw[:])), Expires: now.Add(sessionLife),
		By: By{Person: p.ID, Role: Role(p.Role), Origin: origin},
	}
	row := store.Session{Token: sha256.Sum256([]byte(session.Token)), Person: p.ID, Created: now.UnixMicro(), Seen: now.UnixMicro(), Expires: session.Expires.UnixMicro()}
	add := func(ctx context.Context, tx *store.Tx) error {
		switch now, err := tx.Person(ctx, p.ID); {
		case err != nil:
			return err
		case now.Erased != 0 || now.Password != p.Password || now.Role != p.Role: // since it was looked at
			return ErrCredentials
		case now.Locked != 0:
			return ErrLocked
		}
		return tx.AddSession(ctx, row)
	}
	if session.Role == Player {
		return session, s.unwritten(ctx, s.store.Write(ctx, add))
	}
	a := session.act("log_in")
	a.Subject = string(p.ID)
	return session, s.do(ctx, &task{
		ask:    func(*store.Ask) {},
		decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
		also:   add,
	})
}

// sessionOf is a session's token: it bears the role that the session began with, so that it is none of another, and the house keeps a
// digest of both.
func sessionOf(role Role, random string) string { return string(role) + "." + random }

// Who says who a session's token belongs to, and lets the session live on. It refuses with ErrLogIn, also where the person has another
// role than when the session began, or ErrLocked.
func (s *Shop) Who(ctx context.Context, token, origin string) (By, error) {
	digest := sha256.Sum256([]byte(token))
	row, p, err := s.store.Holder(ctx, digest)
	now := s.now()
	switch {
	case errors.Is(err, store.ErrUnknown) || err == nil && (p.Erased != 0 || row.Expires <= now.UnixMicro() || !strings.HasPrefix(token, sessionOf(Role(p.Role), ""))):
		return By{}, ErrLogIn
	case err != nil:
		return By{}, err
	case p.Locked != 0:
		return By{}, ErrLocked
	}
	if now.Sub(time.UnixMicro(row.Seen)) >= seenEvery {
		err = s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			return tx.TouchSession(ctx, digest, now.UnixMicro(), now.Add(sessionLife).UnixMicro())
		})
		if err := s.unwritten(ctx, err); err != nil && !errors.Is(err, store.ErrUnknown) && !errors.Is(err, ErrUnavailable) { // what is only read needs no more
			return By{}, err
		}
	}
	return By{Person: p.ID, Role: Role(p.Role), Origin: origin, Session: hex.EncodeToString(digest[:8])}, nil
}

// LogOut ends a session, which need not exist.
func (s *Shop) LogOut(ctx context.Context, token string) error {
	err := s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.DropSession(ctx, sha256.Sum256([]byte(token)))
	})
	if errors.Is(err, store.ErrUnknown) {
		return nil
	}
	return s.unwritten(ctx, err)
}

// Person is what the house shows of a person.
type Person struct {
	ID    store.PersonID `json:"id"`
	Login string         `json:"login"`
	Role  Role           `json:"role"`
}

// Me is the person who asks.
func (s *Shop) Me(ctx context.Context, by By) (Person, error) {
	if by.Person == "" {
		return Person{}, ErrLogIn
	}
	p, err := s.store.Person(ctx, by.Person)
	return Person{ID: p.ID, Login: p.Login, Role: Role(p.Role)}, err
}
