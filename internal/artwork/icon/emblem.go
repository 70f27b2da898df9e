package icon

// emblem holds small signs for headings, cards and prompts.
var emblem = map[string]string{
	"spade": `
		K M32 4C40 18 58 26 58 40C58 52 44 55 36 46C36 52 39 57 43 60H21C25 57 28 52 28 46C20 55 6 52 6 40C6 26 24 18 32 4Z`,
	"club": `
		K M32 4A13 13 0 0 1 42 25A13 13 0 1 1 36 43C36 51 39 57 43 60H21C25 57 28 51 28 43A13 13 0 1 1 22 25A13 13 0 0 1 32 4Z`,
	"suit-heart": `
		R M32 59C12 44 5 34 5 22C5 12 12 7 18 7C25 7 30 11 32 18C34 11 39 7 46 7C52 7 59 12 59 22C59 34 52 44 32 59Z`,
	"suit-diamond": `
		R M32 3L55 32L32 61L9 32Z`,
	"hand": `
		f M20 60C14 50 8 44 6 38C5 34 10 32 13 35L20 42V10C20 5 28 5 28 10V28C28 24 35 24 35 29C36 26 42 26 42 31C43 28 50 29 50 33C51 44 50 52 46 60Z`,
	"coin-edge": `
		y O32 32 28
		n-2 O32 32 21`,
}
