package api

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"time"

	"tirage/internal/shop"
	"tirage/retail"
)

// NewProposal puts an act before a second person.
type NewProposal struct {
	Kind   string `json:"kind" doc:"The act: register_block, destroy_block, reconstruct_ticket, adjust_account, change_game, staff_account, staff_password; of the counter: close_issue, publish_seeds, pay_file, lift_opposition, restore_pack or refund_ticket." example:"register_block"`
	Body   Object `json:"body" doc:"What the act needs. register_block: folder, play. destroy_block: block. reconstruct_ticket: ticket. adjust_account: account, amount. change_game: game, file. staff_account: person, role. staff_password: person, from. close_issue: issue, notice, day. publish_seeds: block, seed_a, seed_b. pay_file: file, pay, note. lift_opposition: ticket. restore_pack: block, first, last, retailer. refund_ticket: ticket; face and virn, if they can be read."`
	Reason string `json:"reason" doc:"Why: 3 to 300 characters, on one line. It is recorded for ever." example:"First block of the demo"`
}

// Decision is what a second person says.
type Decision struct {
	Reason string `json:"reason" doc:"Why: 3 to 300 characters, on one line. It is recorded for ever." example:"Audited this morning"`
}

// Proposal is an act that waits for a second person, or was decided.
type Proposal struct {
	ID       string    `json:"id" doc:"The proposal." example:"w8k2n5r0c3x7t1v9"`
	Kind     string    `json:"kind" doc:"The act." example:"register_block"`
	Body     Object    `json:"body" doc:"What the act needs."`
	Reason   string    `json:"reason" doc:"Why it was proposed." example:"First block of the demo"`
	Proposer string    `json:"proposer" doc:"Who proposed it: a pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Created  time.Time `json:"created" doc:"When." example:"2026-03-02T08:00:00Z"`
	Expires  time.Time `json:"expires" doc:"Until when it can be decided." example:"2026-03-05T08:00:00Z"`
	State    string    `json:"state" doc:"pending, approved, rejected or expired." example:"pending"`
	Decider  string    `json:"decider,omitempty" doc:"Who decided it: a pseudonym." example:"b1x4k7n0q3t6w9z2"`
	Decided  time.Time `json:"decided,omitzero" doc:"When." example:"2026-03-02T09:00:00Z"`
	Note     string    `json:"note,omitempty" doc:"What the second person said, and what came of it: of a ticket made again, its lot and, of a paper ticket, its face." example:"Audited this morning"`
	Face     Object    `json:"face,omitempty" doc:"What a paper ticket that was made again shows, zone by zone, in the form that the command tirage judge reads."`
}

var exampleProposal = Proposal{
	ID: "w8k2n5r0c3x7t1v9", Kind: "register_block", Body: Object(`{"folder":"/srv/blocks/3002-00-0001","play":true}`), Reason: "First block of the demo",
	Proposer: "k3v9x0t2m8q4w7b1", Created: exampleTime, Expires: exampleTime.AddDate(0, 0, 3), State: "pending",
}

func proposalOf(p shop.Proposal) Proposal {
	return Proposal{
		ID: p.ID, Kind: string(p.Kind), Body: Object(p.Body), Reason: p.Reason, Proposer: string(p.Proposer), Created: at(p.Created), Expires: at(p.Expires),
		State: p.State, Decider: string(p.Decider), Decided: later(p.Decided), Note: p.Note, Face: Object(p.Face),
	}
}

// decision is a proposal named in an address, and what is said to it.
type decision struct {
	ID   string `path:"id" doc:"The proposal." example:"w8k2n5r0c3x7t1v9"`
	Body Decision
}

var proposalForm = regexp.MustCompile(`^[0-9a-z]{1,32}$`)

func (a *api) proposalRoutes() {
	add(a, route{
		id: "proposals", method: http.MethodGet, path: "/api/proposals", tag: four, who: staff,
		title: say("What is proposed", "Ce qui est proposé"), about: say("Acts that wait for a second person, or were decided.", "Les actes qui attendent une seconde personne, ou qui sont décidés."),
		refused: []string{"bad_cursor"}, answered: List[Proposal]{Items: []Proposal{exampleProposal}},
	}, a.proposals)
	add(a, route{
		id: "proposal", method: http.MethodGet, path: "/api/proposals/{id}", tag: four, who: staff,
		title: say("One proposal", "Une proposition"), about: say("A proposal, in whatever state.", "Une proposition, quel que soit son état."),
		refused: []string{"unknown_proposal"}, answered: exampleProposal,
	}, a.proposal)
	refused := []string{
		"bad_kind", "bad_body", "bad_reason", "bad_folder", "bad_account", "bad_role", "bad_amount", "bad_game_file", "unknown_block", "unknown_ticket", "unknown_person", "person_locked", "password_given", "balance_left",
		"specimen", "not_specimen", "not_from_first", "currency", "signature", "block_files", "block_exists", "block_gap", "block_sold", "block_destroyed", "game_version", "same_version",
		"no_house_key", "wrong_house_key", "manifest_changed", "keeper_unknown", "keeper_other", "keeper_ahead", "not_permitted", "keeper_silent", "keeper_wrong",
	}
	refused = append(refused, "bad_serial", "bad_notice", "bad_day", "unknown_issue", "unknown_file", "issue_closed", "issue_lapsed", "deadline_changed", "seeds_early", "seeds_published", "wrong_seeds", "file_decided")
	add(a, route{
		id: "propose", method: http.MethodPost, path: "/api/proposals", tag: four, who: deciders, code: http.StatusCreated,
		title:    say("Propose an act", "Proposer un acte"),
		about:    say("Puts an act before a second person. It is refused at once if it could not be done now.", "Soumet un acte à une seconde personne. Il est refusé aussitôt s’il ne pouvait se faire maintenant."),
		refused:  refused,
		asked:    NewProposal{Kind: exampleProposal.Kind, Body: exampleProposal.Body, Reason: exampleProposal.Reason},
		answered: exampleProposal,
	}, func(ctx context.Context, c *call, in *struct{ Body NewProposal }) (*answer[Proposal], error) {
		p, err := a.shop.Propose(ctx, c.by, shop.Kind(in.Body.Kind), json.RawMessage(in.Body.Body), in.Body.Reason)
		return body(proposalOf(p), err)
	})
	decided := exampleProposal
	decided.State, decided.Decider, decided.Decided, decided.Note = "approved", "b1x4k7n0q3t6w9z2", exampleTime.Add(time.Hour), "Audited this morning"
	r := route{
		id: "approve", method: http.MethodPost, path: "/api/proposals/{id}/approve", tag: four, who: deciders,
		title: say("Approve a proposal", "Approuver une proposition"), about: say("Does the act, whole, if it can still be done. Who proposed it cannot.", "Fait l’acte en entier, s’il peut encore se faire. Qui l’a proposé ne le peut pas."),
		refused: slices.Concat([]string{"unknown_proposal", "same_person", "decided", "expired", "proposer_locked"}, refused, []string{"ticket_doubted", "not_opposed"},
			answersBut(retail.Void, retail.NoLot, retail.ReferCentre, retail.ReferFile)),
		asked: Decision{Reason: "Audited this morning"}, answered: decided,
	}
	add(a, r, a.decide(true))
	decided.State = "rejected"
	r.id, r.path, r.answered = "reject", "/api/proposals/{id}/reject", decided
	r.title, r.about = say("Reject a proposal", "Rejeter une proposition"), say("Nothing is done, and that is recorded.", "Rien n’est fait, et cela est consigné.")
	r.refused = []string{"unknown_proposal", "same_person", "decided", "expired", "bad_reason"}
	add(a, r, a.decide(false))
}

func (a *api) proposals(ctx context.Context, c *call, in *struct {
	State string `query:"state" doc:"Of one state." enum:"pending,approved,rejected" default:"pending"`
	Paging
},
) (*answer[List[Proposal]], error) {
	page, err := a.shop.Proposals(ctx, c.by, in.State, in.After, in.Limit)
	return list(page, err, proposalOf)
}

func (a *api) proposal(ctx context.Context, c *call, in *struct {
	ID string `path:"id" doc:"The proposal." example:"w8k2n5r0c3x7t1v9"`
},
) (*answer[Proposal], error) {
	if !proposalForm.MatchString(in.ID) {
		return nil, shop.ErrUnknownProposal
	}
	p, err := a.shop.Proposal(ctx, c.by, in.ID)
	return body(proposalOf(p), err)
}

func (a *api) decide(approve bool) func(context.Context, *call, *decision) (*answer[Proposal], error) {
	return func(ctx context.Context, c *call, in *decision) (*answer[Proposal], error) {
		if !proposalForm.MatchString(in.ID) {
			return nil, shop.ErrUnknownProposal
		}
		p, err := a.shop.Decide(ctx, c.by, in.ID, approve, in.Body.Reason)
		return body(proposalOf(p), err)
	}
}
