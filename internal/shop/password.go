package shop

import (
	"context"
	"crypto/sha256"
	"errors"

	"tirage/internal/store"
)

// ChangePassword gives whoever asks another password of their own choice, if they know the one they have, and ends their other sessions;
// the one of this token goes on. It refuses with ErrLogIn, ErrCredentials (the old password is wrong), bad_password or ErrBusy.
func (s *Shop) ChangePassword(ctx context.Context, by By, token, old, password string) error {
	if by.Person == "" {
		return ErrLogIn
	}
	p, err := s.store.Person(ctx, by.Person)
	if err != nil {
		return unknownPerson(err)
	}
	right, err := s.check(ctx, p.Login, old, p.Password)
	if err != nil {
		return err
	}
	if !right {
		return ErrCredentials
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return err
	}
	digest := sha256.Sum256([]byte(token))
	return s.staff(ctx, by, "set_password", by.Person, "their own", nil, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.SetPassword(ctx, by.Person, hash); err != nil { // first: from here on nobody else changes the person
			return err
		}
		session, err := tx.Session(ctx, digest) // which any other change of the password, and a lock, would have ended
		if errors.Is(err, store.ErrUnknown) || err == nil && session.Person != by.Person {
			return ErrLogIn
		}
		if err != nil {
			return err
		}
		if err := tx.DropSessions(ctx, by.Person); err != nil {
			return err
		}
		return tx.AddSession(ctx, session)
	})
}
