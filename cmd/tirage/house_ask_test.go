package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// houseCommands are commands of the scripts about a house.
func houseCommands() map[string]func() {
	return map[string]func(){"ask": orDie(askHouse), "tamper": orDie(tamper), "await": orDie(await), "logins": orDie(logins), "paper": orDie(paperTicket), "soon": orDie(timeAhead)}
}

func orDie(do func(args []string) error) func() {
	return func() {
		if err := do(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// await waits for a file.
func await(args []string) error {
	for range 300 {
		if info, err := os.Stat(args[0]); err == nil && info.Size() > 0 {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New(args[0] + " did not come")
}

// logins writes the passwords of a demo's folder, each into a file named as its login.
func logins(args []string) error {
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	var kept demoKept
	if err := json.Unmarshal(data, &kept); err != nil {
		return err
	}
	for _, p := range kept.Logins {
		if err := os.WriteFile(p.Login, []byte(p.Password+"\n"), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// askHouse asks the house whose address is in the file "address": ask LOGIN METHOD PATH [BODY]. The password is in a file named as the
// login, the session's token is kept beside it. It fails on a refusal, after writing it.
func askHouse(args []string) error {
	address, err := os.ReadFile("address")
	if err != nil {
		return err
	}
	login, method, path := args[0], args[1], strings.TrimSpace(string(address))+args[2]
	token, err := os.ReadFile(login + ".token")
	if err != nil {
		password, err := os.ReadFile(login)
		if err != nil {
			return err
		}
		body, _ := json.Marshal(map[string]string{"login": login, "password": strings.TrimSpace(string(password))})
		answer, err := send(http.MethodPost, strings.TrimSpace(string(address))+"/api/login", "", string(body))
		if err != nil {
			return fmt.Errorf("%w: %s", err, answer)
		}
		var in struct{ Token string }
		if err := json.Unmarshal(answer, &in); err != nil {
			return err
		}
		if token = []byte(in.Token); os.WriteFile(login+".token", token, 0o600) != nil {
			return errors.New("the token was not kept")
		}
	}
	body := ""
	if len(args) > 3 {
		body = args[3]
	}
	answer, err := send(method, path, string(token), body)
	os.Stdout.Write(answer)
	return err
}

func send(method, address, token, body string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader([]byte(body)))
	if err != nil {
		return nil, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", rand.Text())
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 300 {
		err = errors.New(answer.Status)
	}
	return text, err
}

// tamper changes a database behind the house's back: tamper FILE STATEMENT.
func tamper(args []string) error {
	db, err := sql.Open("sqlite", args[0])
	if err != nil {
		return err
	}
	defer db.Close()
	result, err := db.Exec(args[1])
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	return nil
}
