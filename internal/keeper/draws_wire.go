package keeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"tirage/bingo"
	"tirage/secret"
)

// commitCall asks for the commitment to a draw: POST /commit, answered by ackAnswer, whose note is that of Commitment.
type commitCall struct {
	Draw bingo.ID `json:"draw"`
}

// openCall asks for the secret of a draw: POST /open.
type openCall struct {
	Lock string `json:"lock"` // signed note
}

type openAnswer struct {
	Secret string `json:"secret"` // 64 hexadecimal digits
}

// drawCall carries out a call about draws.
func (s *Service) drawCall(ctx context.Context, path string, data []byte) (any, error) {
	if path == "/commit" {
		var call commitCall
		if err := decode(data, &call); err != nil {
			return nil, err
		}
		c, err := s.draws.Commit(ctx, call.Draw)
		return ackAnswer{string(c.Note)}, err
	}
	var call openCall
	if err := decode(data, &call); err != nil {
		return nil, err
	}
	b, err := s.draws.OpenDraw(ctx, []byte(call.Lock))
	return openAnswer{b.Hex()}, err
}

// Commit is Draws', with the doubt Unsigned.
func (c *Client) Commit(ctx context.Context, id bingo.ID) (Commitment, error) {
	body, err := json.Marshal(commitCall{Draw: id})
	if err != nil {
		return Commitment{}, err
	}
	data, err := c.ask(ctx, http.MethodPost, "/commit", body)
	if err != nil {
		return Commitment{}, err
	}
	var answer ackAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return Commitment{}, fmt.Errorf("%w: what it answered is no commitment", ErrSilent)
	}
	commitment, err := openCommitment([]byte(answer.Note), c.verifier)
	if err == nil && commitment.Draw != id {
		err = errors.New("it speaks of another draw")
	}
	if err != nil {
		return Commitment{}, &Doubt{Name: Unsigned, Block: id.String(), Text: err.Error()}
	}
	return commitment, nil
}

// OpenDraw is Draws'. Whether it is the secret that was committed to, bingo.Step tells.
func (c *Client) OpenDraw(ctx context.Context, lock []byte) (bingo.Secret, error) {
	body, err := json.Marshal(openCall{Lock: string(lock)})
	if err != nil {
		return bingo.Secret{}, err
	}
	data, err := c.ask(ctx, http.MethodPost, "/open", body)
	if err != nil {
		return bingo.Secret{}, err
	}
	var answer openAnswer
	if err := json.Unmarshal(data, &answer); err != nil {
		return bingo.Secret{}, fmt.Errorf("%w: what it answered is no secret", ErrSilent)
	}
	key, ok := secret.Parse([]byte(answer.Secret))
	if !ok {
		return bingo.Secret{}, fmt.Errorf("%w: what it answered is no secret", ErrSilent)
	}
	return bingo.NewSecret(*key.Raw()), nil
}
