package gamefile

import (
	"slices"
	"strings"

	"tirage/bingo"
	"tirage/ruling"
	"tirage/scratch"
	"tirage/scratch/mechanic"
)

// rulings reads what the file chooses where the regulation is silent.
func (r *reader) rulings() (list []ruling.Ruling) {
	for _, n := range r.root.get("rulings").items() {
		list = append(list, ruling.Ruling{
			Name: n.get("name").str(), Choice: n.get("choice").str(), Article: n.get("article").str(), Why: n.get("why").both(),
		})
	}
	return list
}

// gameQuestions lists everything that a scratch game may rule.
func gameQuestions() []ruling.Question {
	return slices.Concat(scratch.Questions(), mechanic.Questions())
}

// checkRulings checks the rulings of a scratch game against what its surfaces ask. Where the kind of one is not known, any question may be meant.
func (r *reader) checkRulings(list []ruling.Ruling) {
	asked, kinds := scratch.Questions(), mechanic.All()
	for _, n := range r.root.get("surfaces").items() {
		i := slices.IndexFunc(kinds, func(k mechanic.Kind) bool { return k.Name == n.get("mechanic").str() })
		if i < 0 {
			asked = gameQuestions()
			break
		}
		for _, q := range kinds[i].Asks {
			if _, known := ruling.Find(asked, q.Name); !known {
				asked = append(asked, q)
			}
		}
	}
	bad := r.missed()
	for _, p := range ruling.Check(list, asked, gameQuestions()) {
		if p.Name != "empty" && !spoilt(bad, p.Path) { // what is empty, the schema has refused
			r.at(p.Path, p.Name, p.Message, p.Hint, p.Warning)
		}
	}
}

// missed is the set of pointers that cannot be read: at which something is wrong, or nothing is written though it must be.
func (r *reader) missed() map[string]bool {
	bad := map[string]bool{}
	for p := range r.absent {
		bad[p] = true
	}
	for _, p := range r.problems {
		if p.Name != "missing_field" {
			bad[p.Path] = true
		}
	}
	return bad
}

// spoilt reports whether a pointer, or what it lies in, cannot be read.
func spoilt(bad map[string]bool, pointer string) bool {
	for b := range bad {
		if b == pointer || b != "" && strings.HasPrefix(pointer, b+"/") {
			return true
		}
	}
	return false
}

// rule lets the rulings of a formula decide what they rule. A field that says the same once more is a problem, for it could say something else.
func (r *reader) rule(f *bingo.Formula) {
	f.Rulings = r.rulings()
	layout, jackpot := r.root.get("layout"), r.root.get("jackpot")
	if choice, ok := r.ruled("empty_columns", layout.get("empty_columns"), "/layout/empty_columns"); ok {
		f.Layout.EmptyColumns = choice == "allowed"
	}
	if choice, ok := r.ruled("order_in_column", layout.get("sorted"), "/layout/sorted"); ok {
		f.Layout.Sorted = choice == "sorted"
	}
	if choice, ok := r.ruled("tie", r.root.get("tie"), "/tie"); ok {
		f.Tie = choiceOf(choice, bingo.ByPlayer, bingo.ByCard, bingo.ByGrid)
	}
	if choice, ok := r.ruled("guarantee", jackpot.get("reading"), "/jackpot/reading"); ok && jackpot != nil {
		f.Jackpot.Reading = choiceOf(choice, bingo.Reset, bingo.AtLeast)
	}
}

// ruled returns the choice on a question whose field is not written, ok false if it is not ruled.
func (r *reader) ruled(name string, field *node, pointer string) (choice string, ok bool) {
	q, _ := ruling.Find(bingo.Questions(), name)
	choice = ruling.Chosen(r.rulings(), name)
	if choice == "" {
		return "", false
	}
	if !q.Has(choice) {
		choice = q.Choices[0].Name // the formula's own check says that it is none; what follows is not blamed
	}
	if field != nil {
		r.at(pointer, "said_twice", "the ruling of "+name+" decides this already", "keep one of them", false)
	}
	return choice, true
}

// rules is the schema of a file that rules on a question.
func rules(name string) string {
	return `{"required": ["rulings"], "properties": {"rulings": {"contains": {"required": ["name"], "properties": {"name": {"const": ` + mustJSON(name) + `}}}}}}`
}

// rulingsSchema fills in the rulings of a schema: for editors with every question and its choices, otherwise without, because the
// questions are then checked by themselves, and better.
func rulingsSchema(schema string, questions []ruling.Question, complete bool) string {
	if !complete {
		return strings.NewReplacer("@NAMES@", "", "@CHOICES@", "").Replace(schema)
	}
	var names, abouts, branches []string
	for _, q := range questions {
		names, abouts = append(names, mustJSON(q.Name)), append(abouts, mustJSON(q.About.EN))
		var choices, does []string
		for _, c := range q.Choices {
			choices, does = append(choices, mustJSON(c.Name)), append(does, mustJSON(c.About.EN))
		}
		branches = append(branches, `{"if":{"properties":{"name":{"const":`+mustJSON(q.Name)+`}},"required":["name"]},"then":{"properties":{"choice":{"enum":[`+
			strings.Join(choices, ",")+`],"x-enum-descriptions":[`+strings.Join(does, ",")+`]}}}}`)
	}
	return strings.NewReplacer(
		"@NAMES@", `"enum":[`+strings.Join(names, ",")+`],"x-enum-descriptions":[`+strings.Join(abouts, ",")+`],`,
		"@CHOICES@", `"allOf":[`+strings.Join(branches, ",")+`],`).Replace(schema)
}
