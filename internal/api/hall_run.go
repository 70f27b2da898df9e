package api

import (
	"context"
	"net/http"

	"tirage/internal/hall"
)

// RoomWanted opens a room, or changes how it is run.
type RoomWanted struct {
	File     string       `json:"file" doc:"The formula's game file, whole." maxLength:"60000"`
	Play     bool         `json:"play,omitempty" doc:"For play money."`
	Settings RoomSettings `json:"settings" doc:"How it is run."`
	Reason   string       `json:"reason" doc:"Why, for the record: 3 to 300 characters." example:"opening of the hall"`
}

// Because is a reason alone.
type Because struct {
	Reason string `json:"reason" doc:"Why, for the record: 3 to 300 characters." example:"a strike"`
}

// roomKeyed and drawKeyed are keyed requests about a room and about a draw.
type roomKeyed[T any] struct {
	InRoom
	Key  string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
	Body T
}

type drawKeyed[T any] struct {
	InDraw
	Key  string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
	Body T
}

func (a *api) runRoutes() {
	add(a, route{
		id: "open-room", method: http.MethodPost, path: "/api/rooms", tag: rooms, who: deciders, code: http.StatusCreated, keyed: true,
		title: say("Open or set a room", "Ouvrir ou régler une salle"), about: say("Opens a room for a formula, or opens it again, with other settings or another version of its formula, for the draws announced from now on.", "Ouvre une salle pour une formule, ou la rouvre, avec d’autres réglages ou une autre version de la formule, pour les tirages annoncés dès lors."),
		refused: []string{"key_missing", "key_reused", "bad_reason", "bad_game_file", "currency", "room_exists", "bad_timetable", "bad_ball", "bad_patience", "bad_max_cards", "bad_robots"},
		asked:   RoomWanted{File: "kind: bingo\n…", Settings: exampleSettings, Reason: "opening of the hall"}, answered: exampleRoom,
	}, func(ctx context.Context, c *call, in *keyed[RoomWanted]) (*answer[Room], error) {
		w := in.Body
		v, err := a.Hall.OpenRoom(ctx, c.by, in.Key, hall.RoomOrder{File: w.File, Play: w.Play, Settings: w.Settings.settings(), Reason: w.Reason})
		if err != nil {
			return nil, err
		}
		return body(roomOf(v, c.lang), nil)
	})
	add(a, route{
		id: "close-room", method: http.MethodPost, path: "/api/rooms/{room}/close", tag: rooms, who: deciders, keyed: true,
		title: say("Close a room", "Fermer une salle"), about: say("No draw is announced any more; those that are go on to their end.", "Plus aucun tirage n’est annoncé ; ceux qui le sont vont à leur terme."),
		refused: []string{"key_missing", "key_reused", "bad_reason", "unknown_room", "room_closed"}, asked: Because{"the season is over"}, answered: exampleRoom,
	}, func(ctx context.Context, c *call, in *roomKeyed[Because]) (*answer[Room], error) {
		v, err := a.Hall.CloseRoom(ctx, c.by, in.Key, in.Room, in.Body.Reason)
		if err != nil {
			return nil, err
		}
		return body(roomOf(v, c.lang), nil)
	})
	add(a, route{
		id: "cancel-draw", method: http.MethodPost, path: "/api/draws/{draw}/cancel", tag: rooms, who: deciders, keyed: true,
		title: say("Cancel a draw", "Annuler un tirage"), about: say("Before its lock: every stake goes back. After it two persons may void it (void_draw).", "Avant son verrouillage : chaque mise est rendue. Après, deux personnes peuvent le déclarer nul (void_draw)."),
		refused: []string{"key_missing", "key_reused", "bad_reason", "unknown_draw", "draw_locked", "final", "draw_moved"}, asked: Because{"a strike"}, answered: exampleDraw,
	}, func(ctx context.Context, c *call, in *drawKeyed[Because]) (*answer[BingoDraw], error) {
		v, err := a.Hall.CancelDraw(ctx, c.by, in.Key, in.Draw, in.Body.Reason)
		if err != nil {
			return nil, err
		}
		return body(drawOf(v, c.lang), nil)
	})
}
