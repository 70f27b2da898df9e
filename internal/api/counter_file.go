package api

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"time"

	"tirage/internal/counter"
	"tirage/internal/shop"
	"tirage/money"
	"tirage/retail"
)

// Claimant is who claims a large lot, and the ticket.
type Claimant struct {
	Look
	Identity string `json:"identity" doc:"Who claims the lot, by which paper: a line of 3 to 300 characters. It can be erased." example:"C. Martin, passport 12AB34567"`
	Transfer string `json:"transfer" doc:"To which account it is paid: a line of 3 to 300 characters. It can be erased." example:"FR76 3000 6000 0112 3456 7890 189"`
}

// ClaimFile is the file of a large lot.
type ClaimFile struct {
	ID       string      `json:"id" doc:"The file." example:"3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2"`
	Serial   string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	Amount   money.Cents `json:"amount" doc:"Of the whole lot, in minor units." example:"5000000"`
	Play     bool        `json:"play" doc:"Of a specimen block: paid in play money."`
	State    string      `json:"state" enum:"open,paid,refused" doc:"open, paid or refused." example:"open"`
	Opened   time.Time   `json:"opened" doc:"When it was opened." example:"2026-03-02T08:00:00Z"`
	By       string      `json:"by" doc:"Who opened it: a pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Identity string      `json:"identity,omitempty" doc:"Who claims the lot: to operators, and until it is erased." example:"C. Martin, passport 12AB34567"`
	Transfer string      `json:"transfer,omitempty" doc:"To which account it is paid: to operators, and until it is erased." example:"FR76 3000 6000 0112 3456 7890 189"`
	Decided  time.Time   `json:"decided,omitzero" doc:"When." example:"2026-03-02T09:00:00Z"`
	Decider  string      `json:"decider,omitempty" doc:"Who decided it: a pseudonym." example:"b1x4k7n0q3t6w9z2"`
	Note     string      `json:"note,omitempty" doc:"What was said to it." example:"Identity seen"`
}

// Opposition is that somebody says a ticket was stolen.
type Opposition struct {
	Serial string `json:"serial" maxLength:"100" doc:"The ticket's number, as typed or scanned: O is read as 0, I and L as 1." example:"3002-00-0001-006667-000-3"`
	Reason string `json:"reason" doc:"Why: 3 to 300 characters, on one line. It is recorded for ever." example:"Reported stolen, report 2026/117"`
}

// Opposed is a ticket of which the payment is opposed.
type Opposed struct {
	Serial string `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	File   string `json:"file,omitempty" doc:"That is open for it." example:"3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2"`
}

// FileID is a file named in an address.
type FileID struct {
	ID string `path:"id" doc:"The file." example:"3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2"`
}

var fileForm = regexp.MustCompile(`^[0-9a-z.-]{1,100}$`)

// file gives the name, or refuses what names no file.
func (f *FileID) file() (string, error) {
	if !fileForm.MatchString(f.ID) {
		return "", counter.ErrUnknownFile
	}
	return f.ID, nil
}

var exampleFile = ClaimFile{
	ID: exampleReference, Serial: examplePaper, Amount: 5_000_000, Play: true, State: "open", Opened: exampleTime, By: "k3v9x0t2m8q4w7b1",
}

func fileShown(f counter.File) ClaimFile {
	return ClaimFile{
		ID: f.ID, Serial: f.Serial, Amount: f.Amount, Play: f.Play, State: string(f.State), Opened: at(f.Opened), By: string(f.By), Identity: f.Identity, Transfer: f.Transfer,
		Decided: later(f.Decided), Decider: string(f.Decider), Note: f.Note,
	}
}

func (a *api) fileRoutes() {
	operators, readers := []shop.Role{shop.Operator}, []shop.Role{shop.Operator, shop.Auditor}
	add(a, route{
		id: "open-file", method: http.MethodPost, path: "/api/files", tag: claims, who: operators, code: http.StatusCreated, keyed: true,
		title: say("Open a file", "Ouvrir un dossier"),
		about: say("For a lot above what the payment centre pays: who claims it, and to which account it goes. Two persons decide it: pay_file.",
			"Pour un lot au-dessus de ce que paie le centre de paiement : qui le demande, et sur quel compte il va. Deux personnes en décident : pay_file."),
		refused: slices.Concat([]string{"key_missing", "key_reused", "bad_claimant", "not_for_file"}, numbers, answersBut(retail.ReferFile, retail.ReferCentre)),
		asked:   Claimant{Look: exampleLook, Identity: "C. Martin, passport 12AB34567", Transfer: "FR76 3000 6000 0112 3456 7890 189"}, answered: exampleFile,
	}, func(ctx context.Context, c *call, in *keyed[Claimant]) (*answer[ClaimFile], error) {
		who := counter.Claimant{Look: counter.Look(in.Body.Look), Identity: in.Body.Identity, Transfer: in.Body.Transfer}
		f, err := a.Counter.OpenFile(ctx, c.by, in.Key, who)
		return body(fileShown(f), err)
	})
	add(a, route{
		id: "files", method: http.MethodGet, path: "/api/files", tag: claims, who: readers,
		title: say("The files", "Les dossiers"), about: say("The files of large lots, newest first. Who claims is shown to operators alone.", "Les dossiers des gros lots, du plus récent au plus ancien. Qui demande n’est montré qu’aux opérateurs."),
		refused: []string{"bad_cursor"}, answered: List[ClaimFile]{Items: []ClaimFile{exampleFile}},
	}, func(ctx context.Context, c *call, in *struct {
		State string `query:"state" doc:"Of one state." enum:"open,paid,refused"`
		Paging
	},
	) (*answer[List[ClaimFile]], error) {
		page, err := a.Counter.Files(ctx, c.by, retail.FileState(in.State), in.After, in.Limit)
		return list(page, err, fileShown)
	})
	add(a, route{
		id: "file", method: http.MethodGet, path: "/api/files/{id}", tag: claims, who: readers,
		title: say("One file", "Un dossier"), about: say("A file, in whatever state.", "Un dossier, quel que soit son état."),
		refused: []string{"unknown_file"}, answered: exampleFile,
	}, func(ctx context.Context, c *call, in *FileID) (*answer[ClaimFile], error) {
		id, err := in.file()
		if err != nil {
			return nil, err
		}
		f, err := a.Counter.File(ctx, c.by, id)
		return body(fileShown(f), err)
	})
	add(a, route{
		id: "erase-file", method: http.MethodPost, path: "/api/files/{id}/erase", tag: claims, who: deciders, code: http.StatusNoContent,
		title:   say("Forget who claimed", "Oublier le demandeur"),
		about:   say("Forgets who claimed the lot and where the money went, once the file is decided. What was paid stays in the record.", "Oublie qui a demandé le lot et où l’argent est allé, une fois le dossier décidé. Ce qui a été payé reste au registre."),
		refused: []string{"unknown_file", "file_open", "bad_reason"}, asked: Decision{Reason: "Asked for by letter"},
	}, func(ctx context.Context, c *call, in *struct {
		FileID
		Body Decision
	},
	) (*struct{}, error) {
		id, err := in.file()
		if err != nil {
			return nil, err
		}
		return nil, a.Counter.EraseFile(ctx, c.by, id, in.Body.Reason)
	})
	add(a, route{
		id: "oppose", method: http.MethodPost, path: "/api/oppositions", tag: claims, who: operators, code: http.StatusCreated, keyed: true,
		title:   say("Oppose a payment", "Faire opposition"),
		about:   say("For a ticket that somebody says was stolen: nothing is paid on it until two persons lift that, lift_opposition.", "Pour un billet que quelqu’un dit volé : rien n’est payé dessus jusqu’à ce que deux personnes lèvent l’opposition, lift_opposition."),
		refused: []string{"key_missing", "key_reused", "bad_serial", "bad_reason", "unknown_ticket", "already_paid", "refunded", "exchanged", "opposed"},
		asked:   Opposition{Serial: examplePaper, Reason: "Reported stolen, report 2026/117"}, answered: Opposed{Serial: examplePaper},
	}, func(ctx context.Context, c *call, in *keyed[Opposition]) (*answer[Opposed], error) {
		o, err := a.Counter.Oppose(ctx, c.by, in.Key, counter.Opposition(in.Body))
		return body(Opposed(o), err)
	})
}
