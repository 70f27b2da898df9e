package press

import (
	"fmt"

	"tirage/gamefile"
	"tirage/scratch"
)

// LoadPlan reads a game file and plans its block. It refuses what the game file's report holds.
func LoadPlan(file []byte) (*scratch.Plan, error) {
	game, report := gamefile.Parse(gameFile, file)
	if game == nil {
		return nil, fmt.Errorf("the game file is not one that can be printed:\n%s", report.Text())
	}
	plan, problems := scratch.NewPlan(game)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return plan, nil
}
