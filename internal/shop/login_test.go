package shop

import (
	"testing"
)

// A login that looks like another, or like nothing, is refused, and so is a reason that nobody can read.
func TestLoginsAndReasonsAreSeen(t *testing.T) {
	for _, login := range []string{
		"pa\u200dul", "pa\u200eul", "\ufeffpaul", "paul\ufe0f", "pa\u202eul", "pa\u034ful", "paul\U000e0041", "paul\u3164", "pa\u2800ul", "pa\u2028ul",
		"pa\u0085ul", "pa\u009bul", "pa\ufffdul", "pa  ul", "\u0301paul", "p\u0430ul", "\u03bfscar", "pa\xedul",
	} {
		if _, err := cleanLogin(login); RefusalName(err) != "bad_login" {
			t.Errorf("%+q is taken: %v", login, err)
		}
	}
	for login, want := range map[string]string{"Ｐaul ": "paul", "ZOE\u0301": "zoé", "Ольга": "ольга", "名前": "名前", "x's \"1\"": "x's \"1\"", "a\u00a0b": "a b"} {
		got, err := cleanLogin(login)
		if again, _ := cleanLogin(got); err != nil || got != want || again != got {
			t.Errorf("%+q became %+q, then %+q: %v", login, got, again, err)
		}
	}
	for _, reason := range []string{"", "ab", "      ", "\u200b\u200b\u200b", "paid\u202eback", "seen\u009b31m", "one\ntwo", "ab\xff"} {
		if err := checkReason(reason); RefusalName(err) != "bad_reason" {
			t.Errorf("%+q is taken: %v", reason, err)
		}
	}
	if err := checkReason("remboursé\u202f: 5\u00a0€"); err != nil {
		t.Error(err)
	}
}
