package api

import (
	"context"
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/money"
)

// Transfer moves money from one account to another.
type Transfer struct {
	Debit  string      `json:"debit" doc:"The account it leaves." example:"play/player/k3v9x0t2m8q4w7b1"`
	Credit string      `json:"credit" doc:"The account it comes to." example:"play/game/3002"`
	Amount money.Cents `json:"amount" doc:"In minor units." example:"600"`
}

// Act is an act as the record has it: pseudonyms, never names.
type Act struct {
	Journal   string     `json:"journal" doc:"The chain it stands in." example:"one"`
	Seq       int64      `json:"seq" doc:"Its place there, from 1." example:"17"`
	At        time.Time  `json:"at" doc:"When." example:"2026-03-02T08:00:00Z"`
	Kind      string     `json:"kind" doc:"What was done." example:"buy"`
	Actor     string     `json:"actor" doc:"Who did it." example:"k3v9x0t2m8q4w7b1"`
	Role      string     `json:"role" doc:"As what." example:"player"`
	Origin    string     `json:"origin,omitempty" doc:"From where: a pseudonym of an address, until the house restarts." example:"5f0c9a1e7b3d2648"`
	Subject   string     `json:"subject,omitempty" doc:"What was acted upon." example:"3002-00-0001:0-1"`
	Note      string     `json:"note,omitempty" doc:"Reasons, in the words of who gave them."`
	Digest    string     `json:"digest" doc:"Of the chain up to this act: SHA-256, in base64."`
	Transfers []Transfer `json:"transfers" nullable:"false" doc:"The money it moved."`
}

// Journal is a chain of acts.
type Journal struct {
	Name   string `json:"name" doc:"The node that writes it." example:"one"`
	Seq    int64  `json:"seq" doc:"How many acts it has." example:"17"`
	Digest string `json:"digest" doc:"Of the chain: whoever notes it can prove later that nothing before it was changed."`
}

// Finding is something in the ledger that does not add up.
type Finding struct {
	Name    string `json:"name" doc:"What kind of fault it is." example:"broken_chain"`
	Journal string `json:"journal,omitempty" doc:"In which journal." example:"one"`
	Seq     int64  `json:"seq,omitempty" doc:"At which act." example:"17"`
	Account string `json:"account,omitempty" doc:"Of which account."`
	Text    string `json:"text" doc:"What is wrong, with the figures." example:"the digest is another"`
}

// Verification is what all journals add up to.
type Verification struct {
	OK        bool      `json:"ok" doc:"Nothing was found."`
	Acts      int64     `json:"acts" doc:"Read." example:"17"`
	Transfers int64     `json:"transfers" doc:"Read." example:"9"`
	Found     int64     `json:"found" doc:"How many faults there are." example:"0"`
	Findings  []Finding `json:"findings" nullable:"false" doc:"The first hundred of them."`
	Journals  []Journal `json:"journals" nullable:"false" doc:"Where each journal ends."`
	Money     string    `json:"money" doc:"All balances together: 0, or money is nowhere." example:"0"`
	Play      string    `json:"play" doc:"The same of play money." example:"0"`
}

const exampleDigest = "ZGlnZXN0IG9mIGEgY2hhaW4gZm9yIHRoZSBleGFtcGw="

var exampleJournal = Journal{Name: "one", Seq: 17, Digest: exampleDigest}

// verifyRoute is the one route without a bound on its time.
const verifyRoute = "GET /api/ledger/verify"

var journalForm = regexp.MustCompile(`^[0-9A-Za-z._-]{1,64}$`)

func (a *api) recordRoutes() {
	add(a, route{
		id: "journals", method: http.MethodGet, path: "/api/journals", tag: record, who: staff,
		title: say("The journals", "Les journaux"), about: say("Each node writes one: a chain of acts whose digests hold each other.", "Chaque nœud en tient un : une chaîne d’actes dont les empreintes se tiennent."),
		answered: List[Journal]{Items: []Journal{exampleJournal}},
	}, func(ctx context.Context, c *call, _ *struct{}) (*answer[List[Journal]], error) {
		heads, err := a.shop.Journals(ctx, c.by)
		return list(shop.Page[shop.JournalHead]{Items: heads}, err, func(j shop.JournalHead) Journal { return Journal(j) })
	})
	add(a, route{
		id: "acts", method: http.MethodGet, path: "/api/journals/{name}/acts", tag: record, who: staff,
		title: say("Who did what, when, from where", "Qui a fait quoi, quand, d’où"), about: say("The acts of a journal, in order.", "Les actes d’un journal, dans l’ordre."),
		refused: []string{"bad_cursor"},
		answered: List[Act]{Items: []Act{{
			Journal: "one", Seq: 17, At: exampleTime, Kind: "buy", Actor: examplePerson.ID, Role: "player", Subject: "3002-00-0001:0-1", Digest: exampleDigest,
			Transfers: []Transfer{{"play/player/" + examplePerson.ID, "play/game/3002", 600}},
		}}},
	}, a.acts)
	add(a, route{
		id: "verify", method: http.MethodGet, path: "/api/ledger/verify", tag: record, who: auditors,
		title:    say("Verify the ledger", "Vérifier les comptes"),
		about:    say("Reads every journal again: chains, entries, balances. One at a time; it may take minutes.", "Relit tous les journaux : chaînes, écritures, soldes. Une vérification à la fois ; elle peut durer des minutes."),
		refused:  []string{"busy"},
		answered: Verification{OK: true, Acts: 17, Transfers: 9, Findings: []Finding{}, Journals: []Journal{exampleJournal}, Money: "0", Play: "0"},
	}, a.verification)
}

func (a *api) acts(ctx context.Context, c *call, in *struct {
	Name string `path:"name" doc:"The journal." example:"one"`
	Paging
},
) (*answer[List[Act]], error) {
	var after int64
	if in.After != "" {
		var err error
		if after, err = strconv.ParseInt(in.After, 10, 64); err != nil || after < 0 {
			return nil, errBadCursor
		}
	}
	if !journalForm.MatchString(in.Name) {
		return body(List[Act]{Items: []Act{}}, nil)
	}
	acts, err := a.shop.Acts(ctx, c.by, in.Name, after, in.Limit)
	next := ""
	if len(acts) == in.Limit {
		next = strconv.FormatInt(acts[len(acts)-1].Seq, 10)
	}
	return list(shop.Page[shop.Act]{Items: acts, Next: next}, err, actOf)
}

func actOf(act shop.Act) Act {
	shown := Act{
		Journal: act.Journal, Seq: act.Seq, At: at(act.At), Kind: act.Kind, Actor: act.Actor, Role: act.Role, Origin: act.Origin, Subject: act.Subject, Note: act.Note,
		Digest: act.Digest, Transfers: []Transfer{},
	}
	for _, t := range act.Transfers {
		shown.Transfers = append(shown.Transfers, Transfer{string(t.Debit), string(t.Credit), t.Amount})
	}
	return shown
}

// manyFindings is how many faults are listed.
const manyFindings = 100

func (a *api) verification(ctx context.Context, _ *call, _ *struct{}) (*answer[Verification], error) {
	select {
	case a.verify <- struct{}{}:
		defer func() { <-a.verify }()
	default:
		return nil, errBusy
	}
	ctx, cancel := context.WithTimeout(ctx, verifyTime)
	defer cancel()
	v := Verification{Findings: []Finding{}, Journals: []Journal{}}
	note := func(f *ledger.Fault) {
		if len(v.Findings) < manyFindings {
			v.Findings = append(v.Findings, Finding{f.Name, f.Journal, f.Seq, string(f.Account), f.Text})
		}
	}
	report, err := shop.Verify(ctx, a.shop.Store, nil, note, nil)
	if err != nil {
		return nil, err
	}
	for _, f := range report.Faults {
		note(f)
	}
	v.OK, v.Acts, v.Transfers, v.Found = report.OK(), report.Acts, report.Transfers, report.Found
	v.Money, v.Play = report.Real.String(), report.Play.String()
	for name, head := range report.Heads {
		v.Journals = append(v.Journals, Journal{name, head.Seq, base64.StdEncoding.EncodeToString(head.Digest[:])})
	}
	slices.SortFunc(v.Journals, func(x, y Journal) int { return strings.Compare(x.Name, y.Name) })
	return body(v, nil)
}
