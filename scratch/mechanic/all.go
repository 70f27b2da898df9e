package mechanic

// All lists the kinds of surfaces.
func All() []Kind {
	return []Kind{
		bingoLinesKind(),
		matchingKind(),
		diceKind(),
		bankKind(),
		linesKind(),
		shownKind(),
		orderKind(),
		lowerKind(),
		bandsKind(),
		alikeKind(),
		pathKind(),
		countKind(),
	}
}
