package mechanic

// All lists the kinds of surfaces.
func All() []Kind {
	return []Kind{
		matchingKind(),
	}
}
