// Package ruling holds the questions that a regulation may leave open and the choices that a game file makes between their answers.
//
// Its invariant: a choice that is taken is one that the program follows. A question that the program does not know, or an answer that nothing
// implements, is a problem and never a remark. What each answer does is left to the packages that ask: scratch, scratch/mechanic and bingo.
package ruling

import (
	"fmt"
	"slices"
	"strings"

	"tirage/money"
	"tirage/problem"
)

// Ruling is a named choice where the regulation is silent.
type Ruling struct {
	Name    string
	Choice  string
	Article string     // that leaves it open
	Why     money.Text // in a sentence
}

// Question is something that a regulation may leave open.
type Question struct {
	Name    string
	About   money.Text // what is asked
	Choices []Choice   // the first is taken where the file says nothing; a single one is all that is implemented
}

// Choice is one answer.
type Choice struct {
	Name  string
	About money.Text // what it does
}

// Names lists the choices.
func (q Question) Names() []string {
	names := make([]string, len(q.Choices))
	for i, c := range q.Choices {
		names[i] = c.Name
	}
	return names
}

// Has reports whether a choice is one of the question's.
func (q Question) Has(choice string) bool { return slices.Contains(q.Names(), choice) }

// Find returns the question of a name.
func Find(questions []Question, name string) (q Question, ok bool) {
	if i := slices.IndexFunc(questions, func(q Question) bool { return q.Name == name }); i >= 0 {
		return questions[i], true
	}
	return Question{}, false
}

// Chosen returns the choice that a list of rulings makes on a question, "" if it makes none.
func Chosen(rulings []Ruling, name string) string {
	for _, r := range rulings {
		if r.Name == name {
			return r.Choice
		}
	}
	return ""
}

// Place is where the choice on a question stands in a list of rulings, as a JSON pointer into the game file.
func Place(rulings []Ruling, name string) string {
	i := slices.IndexFunc(rulings, func(r Ruling) bool { return r.Name == name })
	return fmt.Sprintf("/rulings/%d/choice", i)
}

// Check returns what is wrong with the rulings of a game that asks these questions: each once, with a choice that is implemented, an
// article and a reason in both languages. Elsewhere are the questions that other games ask.
func Check(rulings []Ruling, questions, elsewhere []Question) []problem.Problem {
	var found []problem.Problem
	add := func(path, name, hint, format string, args ...any) {
		found = append(found, problem.Problem{Path: path, Name: name, Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	seen := map[string]bool{}
	for i, r := range rulings {
		path := fmt.Sprintf("/rulings/%d", i)
		q, asked := Find(questions, r.Name)
		_, known := Find(elsewhere, r.Name)
		switch {
		case r.Name == "" || r.Choice == "":
			add(path, "empty", "name the question and the choice", "a ruling needs a name and a choice")
		case seen[r.Name]:
			add(path+"/name", "repeated_ruling", "keep one", "%q is ruled twice", r.Name)
		case !asked && known:
			add(path+"/name", "ruling_without_subject", Listed("here one can rule", names(questions)), "nothing in this game asks for a ruling of %q", r.Name)
		case !asked:
			add(path+"/name", "unknown_ruling", Listed("here one can rule", names(questions)), "there is no ruling of %.60q", r.Name)
		case !q.Has(r.Choice):
			add(path+"/choice", "unknown_choice", Listed("choices", q.Names()), "%.60q is no choice of %s", r.Choice, r.Name)
		}
		seen[r.Name] = true
		if strings.TrimSpace(r.Article) == "" {
			add(path+"/article", "no_article", "write the article of the regulation", "no article is named")
		}
		for _, l := range []struct{ key, text, name string }{{"fr", r.Why.FR, "French"}, {"en", r.Why.EN, "English"}} {
			if strings.TrimSpace(l.text) == "" {
				add(path+"/why/"+l.key, "empty", "write it in both languages", "the %s text is missing", l.name)
			}
		}
	}
	return found
}

func names(questions []Question) []string {
	list := make([]string, len(questions))
	for i, q := range questions {
		list[i] = q.Name
	}
	return list
}

// Listed is a hint with a list: "choices: a, b"; where only one is implemented it says so.
func Listed(what string, list []string) string {
	switch len(list) {
	case 0:
		return "leave it out: nothing can be ruled here"
	case 1:
		return "only one is implemented: " + list[0]
	}
	return what + ": " + strings.Join(list, ", ")
}
