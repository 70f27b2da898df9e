package press

import (
	"fmt"

	"tirage/gamefile"
	"tirage/scratch"
)

// LoadPlan reads a game file and plans its block. It refuses a file with errors by the first of them.
func LoadPlan(file []byte) (*scratch.Plan, error) {
	game, report := gamefile.Parse(gameFile, file)
	if game == nil {
		return nil, fmt.Errorf("the game file is not one that can be printed: %w", report.Err())
	}
	plan, problems := scratch.NewPlan(game)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return plan, nil
}
