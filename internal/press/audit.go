package press

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"filippo.io/age"
	"golang.org/x/mod/sumdb/note"

	"tirage/seal"
)

// AuditOptions says what an audit may use besides the folder.
type AuditOptions struct {
	Verifier     string    // verifier key that must have signed; "": the one in the folder, which proves nothing about who made the block
	SeedA, SeedB seal.Seed // both, once they are published; those in a specimen's folder are used anyway
	Identity     string    // an identity file: lines "AGE-SECRET-KEY-1…", one of them the printer's, to read the print files of a block for sale
	Destroyed    bool      // print files that are not there were destroyed after printing; with both seeds that is taken for granted
	Workers      int       // at least 1; 0: one per processor; at most four per processor are put to work
	MaxFindings  int       // how many findings are listed, of one name a quarter of that; 0: 20
	Progress     func(stage Stage, done, total int64)
}

// Audit checks a block on disk as far as what is there, and what is given, allows; see docs/block-format.md. Everything wrong in the block is
// a finding; the error is for a folder that is no block (ErrBlock, ErrUnfinished) or that the caller may not read (ErrUnreadable), for keys that cannot be
// read (ErrOptions) or are not the printer's (ErrIdentity), and for the end of the context. It never panics on what it reads, and takes no size from the block that its files do not bear out.
func Audit(ctx context.Context, dir string, o AuditOptions) (*Report, error) {
	return auditBlock(ctx, dir, LoadPlan, o)
}

// audit is one audit.
type audit struct {
	AuditOptions
	ctx        context.Context
	folder     *reading
	manifest   *Manifest
	unsigned   bool   // the verifier key that was given did not sign the manifest: nothing that it says is followed
	distrusted string // why what follows may only follow from the manifest; "" while it is trusted
	rules      *rules
	identities []*age.X25519Identity // all that were given
	identity   *age.X25519Identity   // the printer's among them
	inside     [2][]byte             // the seed files of a specimen's folder
	press      *seal.Press           // nil without seeds
	deal       []uint16
	absent     map[Packs]bool // parts that are not there
	envelopes  *os.File       // nil when it cannot be used
	tree       *os.File
	report     Report
}

func auditBlock(ctx context.Context, dir string, load planner, o AuditOptions) (*Report, error) {
	folder, err := openBlock(dir)
	if err != nil {
		return nil, err
	}
	defer folder.close()
	if err := folder.readable(); err != nil {
		return nil, err
	}
	a := &audit{AuditOptions: o, ctx: ctx, folder: folder, absent: map[Packs]bool{}}
	if err := a.options(); err != nil {
		return nil, err
	}
	if err := a.notes(); err != nil {
		return nil, err
	}
	if a.manifest == nil {
		return a.stopped("needs a manifest that can be read", checkFiles, checkPlan, checkEnvelopes, checkTree, checkTickets), nil
	}
	if err := a.printer(); err != nil {
		return nil, err
	}
	a.files()
	if a.unsigned {
		return a.stopped("needs a manifest that the verifier key signed", checkPlan, checkEnvelopes, checkTree, checkTickets), nil
	}
	ready := a.plan(load)
	if err := a.large(); err != nil {
		return nil, err
	}
	defer closeAll(a.envelopes, a.tree)
	switch {
	case !ready:
		a.begin(checkTickets)
		a.undone("needs the game file that was announced")
		return a.finished(), nil
	case a.envelopes == nil && a.tree == nil:
		a.begin(checkTickets)
		a.undone("neither envelopes nor tree are as large as the manifest's tickets make them")
		return a.finished(), nil
	}
	a.seeds()
	defer holdMemory(int(a.manifest.Block.Tickets), 2+8, a.Workers)()
	if err := a.tickets(); err != nil {
		return nil, err
	}
	return a.finished(), nil
}

// stopped ends an audit whose other checks cannot be made.
func (a *audit) stopped(why string, checks ...string) *Report {
	for _, check := range checks {
		a.begin(check)
		a.undone(why)
	}
	return a.finished()
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

func (a *audit) options() error {
	if a.Workers < 0 || a.MaxFindings < 0 {
		return fmt.Errorf("%w: workers and findings are counted from 1", ErrOptions)
	}
	a.Workers = workers(a.Workers)
	if a.MaxFindings == 0 {
		a.MaxFindings = 20
	}
	if a.Progress == nil {
		a.Progress = func(Stage, int64, int64) {}
	}
	if a.Verifier != "" {
		if _, err := note.NewVerifier(strings.TrimSpace(a.Verifier)); err != nil {
			return fmt.Errorf("%w: the verifier key cannot be read: it reads name+hash+key", ErrOptions)
		}
	}
	if (a.SeedA.Hex() == "") != (a.SeedB.Hex() == "") {
		return fmt.Errorf("%w: give both seeds or none", ErrOptions)
	}
	if a.Identity != "" {
		for line := range strings.Lines(a.Identity) {
			if id, err := age.ParseX25519Identity(strings.TrimSpace(line)); err == nil {
				a.identities = append(a.identities, id)
			}
		}
		if len(a.identities) == 0 {
			return fmt.Errorf("%w: the printer's identity cannot be read: it is a line that begins with AGE-SECRET-KEY-1", ErrOptions)
		}
	}
	return nil
}

// distrustedNote stands at checks that differ after the signatures did.
const distrustedNote = "the notes cannot be trusted as they stand (see signatures): this may only follow from that"

// notes reads the two signed notes and compares them.
func (a *audit) notes() error {
	a.begin(checkSignatures)
	verifier := a.signer()
	if a.Verifier == "" {
		a.current().remark("with the key in the folder, which proves nothing about who made the block: give the verifier key that was published")
	}
	text, err := a.note(manifestFile, verifier)
	if errors.Is(err, errNoNote) {
		return nil // it is found, and there is nothing to go on with
	}
	if err != nil {
		return err
	}
	a.unsigned = a.Verifier != "" && len(a.report.Counts) > 0 && a.report.Counts[len(a.report.Counts)-1].Name == "signature"
	if a.manifest, err = parseManifest(text); err != nil {
		a.manifest = nil
		a.find("manifest", manifestFile, "%v", err)
		return nil
	}
	text, err = a.note(announcementFile, verifier)
	if err != nil {
		a.find(unreadable(err), announcementFile, "%v", err)
	} else if announced, err := parseAnnouncement(text); err != nil {
		a.find("announcement", announcementFile, "%v", err)
	} else if differ := announced.differences(&a.manifest.Announcement); len(differ) > 0 {
		a.find("announcement", announcementFile, "the manifest is of another block than was announced: %s", strings.Join(differ, "; "))
	} else if d := DigestOf([]byte(text)); d != a.manifest.Announced {
		a.find("announcement", announcementFile, "its digest is %s, the manifest has %s", d, a.manifest.Announced)
	}
	if len(a.report.Counts) > 0 {
		a.distrusted = distrustedNote
	}
	return nil
}

// signer gives the key that must have signed. The one in the folder must be it, whether it is used or not.
func (a *audit) signer() string {
	raw, err := a.folder.small(signerFile)
	verifier := strings.TrimSpace(a.Verifier)
	if verifier == "" {
		verifier = strings.TrimSpace(string(raw))
	}
	switch {
	case err != nil:
		a.find(unreadable(err), signerFile, "%v", err)
	case string(raw) != verifier+"\n":
		a.find("signer", signerFile, "it is not the line %.200q", verifier)
	}
	return verifier
}

// unreadable names the finding of a file that could not be read.
func unreadable(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "missing"
	}
	return "unreadable"
}

// note gives a signed note's text. A signature that fails is a finding: the text is read all the same.
func (a *audit) note(name, verifier string) (string, error) {
	signed, err := a.folder.small(name)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrBlock, err)
	}
	text, err := openNote(signed, verifier)
	if err == nil {
		return text, nil
	}
	a.find("signature", name, "%v", err)
	i := lastBlankLine(string(signed))
	if i < 0 {
		return "", errNoNote
	}
	return string(signed[:i]), nil
}

// errNoNote is a file that is there and is not a note: a finding.
var errNoNote = fmt.Errorf("%w: it is not a signed note", ErrBlock)

// printer finds the printer's identity among those given, and refuses if none is. If the manifest is not to be trusted, that is one
// finding instead.
func (a *audit) printer() error {
	m := a.manifest
	if len(a.identities) == 0 || m.Printer == "" {
		return nil
	}
	var others []string
	for _, id := range a.identities {
		other := id.Recipient().String()
		if other == m.Printer {
			a.identity = id
			return nil
		}
		others = append(others, other)
	}
	if a.distrusted == "" {
		return fmt.Errorf("%w: the print files are encrypted to %s, this is the identity of %s", ErrIdentity, m.Printer, strings.Join(others, ", "))
	}
	a.find("printer", manifestFile, "the print files are said to be encrypted to %.100s, the identity given is that of %.200s", m.Printer, strings.Join(others, ", "))
	return nil
}

// plan reads the game file and plans the block again. It reports whether tickets can be judged by it.
func (a *audit) plan(load planner) bool {
	a.begin(checkPlan)
	m := a.manifest
	game, err := a.folder.small(gameFile)
	if err != nil {
		a.find(unreadable(err), gameFile, "%v", err)
		return false
	}
	if d := DigestOf(game); d != Digest(m.Block.GameFile) {
		a.find("game_file", gameFile, "its digest is %s, %s was announced", d, Digest(m.Block.GameFile))
		return false
	}
	plan, err := load(game)
	if err != nil {
		a.find("game_file", gameFile, "%v", err)
		return false
	}
	g := plan.Game
	if g.ID != m.Game || g.Code != m.Block.Game || g.Version != m.GameVersion || g.BlockSize != int(m.Block.Tickets) || g.PackSize != int(m.Block.PackSize) {
		a.find("game", manifestFile, "game, code, version, tickets or pack size are not those of the game file")
		return false
	}
	again, err := writePlan(plan)
	if err != nil {
		a.find("plan", planFile, "%v", err)
		return false
	}
	paper, err := a.folder.small(planFile)
	switch {
	case err != nil:
		a.find(unreadable(err), planFile, "%v", err)
	case string(paper) != string(again):
		a.find("plan", planFile, "it is not the plan that follows from the game file")
	}
	if DigestOf(again) != m.Plan {
		a.find("plan_digest", manifestFile, "the plan that follows from the game file has the digest %s", DigestOf(again))
	}
	a.rules = newRules(plan, m.Block, m.Printer == "")
	return true
}
