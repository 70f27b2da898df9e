package main

import (
	"strings"
	"testing"
	"unicode"
)

// Names with signs that leave no ink are refused: all of Unicode's Default_Ignorable_Code_Point, the fillers and blanks, marks alone.
func TestPlayerNameIsSeen(t *testing.T) {
	ranges := [][2]rune{ // Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt
		{0xad, 0xad},
		{0x34f, 0x34f},
		{0x61c, 0x61c},
		{0x115f, 0x1160},
		{0x17b4, 0x17b5},
		{0x180b, 0x180f},
		{0x200b, 0x200f},
		{0x202a, 0x202e},
		{0x2060, 0x206f},
		{0x3164, 0x3164},
		{0xfe00, 0xfe0f},
		{0xfeff, 0xfeff},
		{0xffa0, 0xffa0},
		{0xfff0, 0xfff8},
		{0x1bca0, 0x1bca3},
		{0x1d173, 0x1d17a},
		{0xe0000, 0xe0fff},
	}
	ranges = append(ranges, [][2]rune{{0x2800, 0x2800}, {0x13441, 0x13442}, {0x16fe4, 0x16fe4}, {0x1d159, 0x1d159}, {0, 0x1f}, {0x7f, 0xa0}, {0x2000, 0x200a}, {0x2028, 0x2029}}...)
	for _, span := range ranges {
		for r := span[0]; r <= span[1]; r++ {
			for _, name := range []string{string(r), "a" + string(r), string(r) + "a", "a" + string(r) + "b"} {
				if err := checkPlayer(name); err == nil || !strings.HasPrefix(err.Error(), "player_name: ") {
					t.Errorf("%U is taken in %+q: %v", r, name, err)
				}
			}
		}
	}
	for _, table := range []*unicode.RangeTable{unicode.Mn, unicode.Me, unicode.Mc} {
		for _, span := range table.R16 {
			for _, name := range []string{string(rune(span.Lo)), "a " + string(rune(span.Hi)), string(rune(span.Hi)) + "a"} {
				if checkPlayer(name) == nil {
					t.Errorf("%+q is taken: a mark on nothing", name)
				}
			}
		}
	}
	for _, name := range []string{
		"a", "player 1", "é", "Zoë van 't Hof", "Ngô Bảo Châu", "Ana María", "김민수", "さくら", "王小明", "Ольга", "Μαρία", "नमिता", "สมชาย", "محمد", "Łukasz-2", "⠁⠃", "🎱",
		"q\u0323", // a letter and a mark that no single sign stands for
	} {
		if err := checkPlayer(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
}
