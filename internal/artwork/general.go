package artwork

import "tirage/internal/artwork/canvas"

func general(v []view) design {
	return design{w: 100, h: 200, theme: bingoTheme, draw: func(s *sheet) {
		s.open(canvas.Plain(0xffffff))
		s.shut()
	}}
}
