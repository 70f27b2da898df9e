//go:build linux

// Package testdb starts a PostgreSQL server for tests: Debian's programs, a folder and a socket of its own, no network.
//
// Its invariant: what it starts ends with the process that started it, and its folder with Stop. It is for tests only.
package testdb

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// Password is in the addresses of the databases, so that tests can look for it where it must not be. The server asks for none.
const Password = "not-to-be-shown"

// Server is a running PostgreSQL. Unless its settings say otherwise, it syncs what it commits, as in production.
type Server struct {
	dir   string
	as    *syscall.Credential // whom it runs as; nil for ourselves
	args  []string            // the server's program and how it is called
	cmd   *exec.Cmd
	ended chan error
	made  atomic.Int64
}

// Start makes a cluster in a temporary folder and starts its server, as user postgres or nobody if we are root, which
// PostgreSQL refuses to run as. settings are "name=value" of postgresql.conf.
func Start(ctx context.Context, settings ...string) (*Server, error) {
	dir, err := os.MkdirTemp("", "pg-")
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, ended: make(chan error, 1)}
	if err := s.start(ctx, settings); err != nil {
		return nil, errors.Join(fmt.Errorf("testdb: %w", err), s.Stop())
	}
	return s, nil
}

func (s *Server) start(ctx context.Context, settings []string) error {
	if err := s.chooseUser(); err != nil {
		return err
	}
	initdb, err := program("initdb")
	if err != nil {
		return err
	}
	out, err := s.command(initdb, "-D", s.data(), "-U", "tirage", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	postgres, err := program("postgres")
	if err != nil {
		return err
	}
	s.args = append(s.args, postgres, "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "logging_collector=off")
	for _, setting := range settings {
		s.args = append(s.args, "-c", setting)
	}
	return s.run(ctx)
}

// run starts the server on the cluster as it is.
func (s *Server) run(ctx context.Context) error {
	log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = s.command(s.args[0], s.args[1:]...)
	s.cmd.Stderr = log
	s.cmd.SysProcAttr.Pdeathsig = syscall.SIGINT
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the signal comes when this thread ends
		defer runtime.UnlockOSThread()
		err := s.cmd.Start()
		started <- err
		if err == nil {
			s.ended <- s.cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		s.cmd = nil
		return err
	}
	return s.wait(ctx)
}

// wait waits until the server answers.
func (s *Server) wait(ctx context.Context) error {
	var err error
	for range 300 {
		var conn *pgx.Conn
		if conn, err = pgx.Connect(ctx, s.dsn("postgres")); err == nil {
			return conn.Close(ctx)
		}
		time.Sleep(100 * time.Millisecond)
	}
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return fmt.Errorf("the server does not answer: %w\n%s", err, text)
}

// chooseUser gives the folder to whom the server will run as.
func (s *Server) chooseUser() error {
	if os.Getuid() != 0 {
		return nil
	}
	who, err := user.Lookup("postgres")
	if err != nil {
		if who, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return err
	}
	s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

func (s *Server) command(path string, args ...string) *exec.Cmd {
	cmd := exec.Command(path, args...)
	cmd.Dir = s.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	return cmd
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) dsn(name string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword("tirage", Password), Path: "/" + name, RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return u.String()
}

// Database makes an empty database and returns its address.
func (s *Server) Database(ctx context.Context) (dsn string, err error) {
	conn, err := pgx.Connect(ctx, s.dsn("postgres"))
	if err != nil {
		return "", err
	}
	name := "house" + strconv.FormatInt(s.made.Add(1), 10)
	_, err = conn.Exec(ctx, "create database "+name)
	return s.dsn(name), errors.Join(err, conn.Close(ctx))
}

// Crash ends the server at once, with what is going on in it, and begins it again on what it had written.
func (s *Server) Crash(ctx context.Context) error {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return err
	}
	var exit *exec.ExitError // by our signal
	if err := <-s.ended; err != nil && !errors.As(err, &exit) {
		return err
	}
	return s.run(ctx)
}

// Stop ends the server and removes its folder.
func (s *Server) Stop() error {
	var errs []error
	if s.cmd != nil {
		errs = append(errs, s.cmd.Process.Signal(syscall.SIGINT), <-s.ended)
		s.cmd = nil
	}
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}

// program finds one of PostgreSQL's programs, in PATH or where Debian keeps them.
func program(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	paths, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err != nil || len(paths) == 0 {
		return "", fmt.Errorf("%s is missing: apt-get install postgresql", name)
	}
	return paths[len(paths)-1], nil
}
