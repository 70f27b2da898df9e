package wallettest

import (
	"bytes"
	"math"
	"net/http"
	"strings"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/money"
)

// Rule is one thing that is asked of a wallet.
type Rule struct {
	Name  string // stays as it is
	Text  string
	check func(*trial)
}

// Rules lists them all, the simplest first.
func Rules() []Rule {
	return []Rule{
		{"bet_takes", "a bet takes its amount; the answer has the balance after it", betTakes},
		{"win_gives", "a win gives its amount; the answer has the balance after it", winGives},
		{"rollback_gives_back", "a rollback gives back what the bet took", rollbackGivesBack},
		{"funds", "a bet above the balance is refused (insufficient_funds) and takes nothing; one of the whole balance is not", funds},
		{"bet_once", "the same bet again is answered as done, and takes nothing more", betOnce},
		{"win_once", "the same win again is answered as done, and gives nothing more", winOnce},
		{"rollback_once", "the same rollback again is answered as done, and gives nothing more", rollbackOnce},
		{"bet_reference", "the reference of a bet with another amount, or for a win, is refused (reference_reused)", betReference},
		{"win_reference", "the reference of a win with another amount is refused (reference_reused)", winReference},
		{"rollback_reference", "a rollback of another amount than the bet's is refused (reference_reused)", rollbackReference},
		{"rollback_unknown", "a rollback of a bet that was never seen is answered as done, and gives nothing", rollbackUnknown},
		{"late_bet", "a bet that comes after its rollback is refused (rolled_back)", lateBet},
		{"bet_after_rollback", "a bet that was taken back is refused when it comes again (rolled_back)", betAfterRollback},
		{"win_after_session", "a win is accepted when the session in which the ticket was bought is over", winAfterSession},
		{"unknown_player", "bet, win and balance of a player who is not known are refused (unknown_player)", unknownPlayer},
		{"amount_zero", "amounts of zero are refused (bad_amount)", amountZero},
		{"amount_negative", "amounts below zero are refused (bad_amount)", amountNegative},
		{"amount_huge", "amounts that cannot be counted are refused, and change nothing", amountHuge},
		{"amount_form", "an amount that is no whole number, and a body that is no call, are refused and change nothing", amountForm},
		{"currency", "another currency is refused (bad_currency)", currency},
		{"unknown_fields", "fields that are not known are ignored", unknownFields},
		{"signed", "a request without a signature, or with one by another key, is refused with status 401", signed},
		{"signed_body", "a request whose body was changed after it was signed is refused with status 401", signedBody},
		{"signed_path", "a request that was signed for another call is refused with status 401", signedPath},
		{"fresh", "a request that was signed 10 minutes ago, or in 10 minutes, is refused with status 401", fresh},
		{"clocks_apart", "a request by a clock that is one minute wrong is not refused", clocksApart},
		{"concurrent_bets", "bets at the same time never take more than there is", concurrentBets},
		{"concurrent_repeats", "the same bet many times at the same time takes once", concurrentRepeats},
		{"concurrent_rollback", "a bet and its rollback at the same time leave the balance as it was", concurrentRollback},
	}
}

func betTakes(t *trial) {
	b := t.funded()
	if got := t.done(betOp, t.bet(stake)); t.err == nil && got != b-stake {
		t.fail("the answer of a bet of %d has the balance %d, and should have %d", stake, got, b-stake)
	}
	t.holds(b-stake, "after a bet")
}

func winGives(t *trial) {
	b := t.balance()
	if got := t.done(winOp, t.win(stake)); t.err == nil && got != b+stake {
		t.fail("the answer of a win of %d has the balance %d, and should have %d", stake, got, b+stake)
	}
	t.holds(b+stake, "after a win")
}

func rollbackGivesBack(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	if got := t.done(rollbackOp, bet); t.err == nil && got != b {
		t.fail("the answer of a rollback has the balance %d, and should have %d", got, b)
	}
	t.holds(b, "after a bet and its rollback")
}

func funds(t *trial) {
	b := t.funded()
	t.refused(betOp, t.bet(b+1), "a bet of one cent more than there is", wallet.InsufficientFunds)
	t.holds(b, "after a bet that was refused")
	all := t.bet(b)
	t.done(betOp, all)
	t.holds(0, "after a bet of all there is")
	t.done(rollbackOp, all)
}

func betOnce(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	for range 3 {
		t.done(betOp, bet)
	}
	t.holds(b-stake, "after the same bet three times")
}

func winOnce(t *trial) {
	b, win := t.balance(), t.win(stake)
	for range 3 {
		t.done(winOp, win)
	}
	t.holds(b+stake, "after the same win three times")
}

func rollbackOnce(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	for range 3 {
		t.done(rollbackOp, bet)
	}
	t.holds(b, "after the same rollback three times")
}

func betReference(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	more := bet
	more.Amount++
	t.refused(betOp, more, "the reference of a bet with another amount", wallet.ReferenceReused)
	t.refused(winOp, bet, "a win with the reference of a bet", wallet.ReferenceReused)
	t.holds(b-stake, "after calls with a used reference")
}

func winReference(t *trial) {
	b, win := t.balance(), t.win(stake)
	t.done(winOp, win)
	more := win
	more.Amount++
	t.refused(winOp, more, "the reference of a win with another amount", wallet.ReferenceReused)
	t.holds(b+stake, "after calls with a used reference")
}

func rollbackReference(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	more := bet
	more.Amount++
	t.refused(rollbackOp, more, "a rollback of another amount", wallet.ReferenceReused)
	t.holds(b-stake, "after a rollback that was refused")
}

func rollbackUnknown(t *trial) {
	b := t.balance()
	t.done(rollbackOp, t.bet(stake))
	t.holds(b, "after the rollback of a bet that was never seen")
}

func lateBet(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(rollbackOp, bet)
	t.refused(betOp, bet, "a bet after its rollback", wallet.RolledBack)
	t.holds(b, "after a bet that came after its rollback")
}

func betAfterRollback(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	t.done(rollbackOp, bet)
	t.refused(betOp, bet, "a bet that was taken back", wallet.RolledBack)
	t.holds(b, "after a bet that was taken back and came again")
}

func winAfterSession(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	t.done(betOp, bet)
	win := t.win(stake)
	if end := t.subject.EndSession; end != nil && t.err == nil {
		win.Session = bet.Session
		if err := end(t.ctx, bet.Session); err != nil {
			t.fail("the session was not ended: %w", err)
		}
	}
	t.done(winOp, win)
	without := t.win(stake)
	without.Session = ""
	t.done(winOp, without)
	t.holds(b+stake, "after a bet and two wins, one outside any session")
}

func unknownPlayer(t *trial) {
	for _, o := range []op{betOp, winOp} {
		c := t.call(stake)
		c.Player = "check-nobody"
		t.refused(o, c, "a "+o.name+" of a player whom nobody knows", wallet.UnknownPlayer)
	}
	if t.err != nil {
		return
	}
	if _, err := t.wallet.Balance(t.ctx, "check-nobody"); wallet.RefusalName(err) != wallet.UnknownPlayer {
		t.fail("the balance of a player whom nobody knows should be refused (%s): %v", wallet.UnknownPlayer, err)
	}
}

func amountZero(t *trial) {
	b := t.funded()
	for _, o := range []op{betOp, winOp} {
		t.refused(o, t.call(0), "a "+o.name+" of nothing", wallet.BadAmount, wallet.BadCall)
	}
	t.holds(b, "after amounts of zero")
}

func amountNegative(t *trial) {
	b := t.funded()
	for _, o := range []op{betOp, winOp} {
		t.refused(o, t.call(-stake), "a "+o.name+" of less than nothing", wallet.BadAmount, wallet.BadCall)
	}
	t.holds(b, "after amounts below zero")
}

func amountHuge(t *trial) {
	b := t.funded()
	t.refused(betOp, t.bet(math.MaxInt64), "a bet of all the money there is", wallet.InsufficientFunds, wallet.BadAmount, wallet.LimitReached)
	t.refused(winOp, t.win(math.MaxInt64), "a win of all the money there is", wallet.BadAmount, wallet.LimitReached)
	t.holds(b, "after huge amounts")
}

func amountForm(t *trial) {
	t.funded()
	for _, amount := range []string{"1.5", `"100"`, "null", "1e400", "true"} {
		for _, path := range []string{wallet.BetPath, wallet.WinPath} {
			body := bytes.Replace(encoded(t.call(stake)), []byte(`"amount":100`), []byte(`"amount":`+amount), 1)
			t.rejected("an amount of "+amount, t.wallet, path, body, 0, nil)
		}
	}
	for _, body := range []string{"", "{", "[]", "null"} {
		t.rejected("the body "+body, t.wallet, wallet.BetPath, []byte(body), 0, nil)
	}
}

func currency(t *trial) {
	b := t.funded()
	for _, o := range []op{betOp, winOp} {
		c := t.call(stake)
		c.Currency = "XTS" // the code that no currency has
		t.refused(o, c, "a "+o.name+" in another currency", wallet.BadCurrency)
	}
	t.holds(b, "after calls in another currency")
}

func unknownFields(t *trial) {
	b := t.funded()
	if t.err != nil {
		return
	}
	body := append([]byte(`{"since_version_2":{"a":[1]},`), encoded(t.bet(stake))[1:]...)
	status, answer, err := t.wallet.Send(t.ctx, wallet.BetPath, body, nil)
	if err != nil {
		t.fail("a bet with a field that is not known: %w", err)
	} else if status != http.StatusOK {
		t.fail("a bet with a field that is not known is answered with status %d: %.100q", status, answer)
	}
	t.holds(b-stake, "after it")
}

func signed(t *trial) {
	key, err := wallet.ParseKey([]byte(strings.Repeat("5a", 32)))
	if err != nil {
		t.fail("%w", err)
		return
	}
	t.funded()
	win := func() []byte { return encoded(t.win(stake)) }
	const status = http.StatusUnauthorized
	t.rejected("a win signed by another key", t.other(func(o *wallet.Options) { o.Key = key }), wallet.WinPath, win(), status, nil)
	for _, header := range []string{wallet.SignatureHeader, wallet.TimestampHeader} {
		t.rejected("a win without "+header, t.wallet, wallet.WinPath, win(), status, func(r *http.Request) { r.Header.Del(header) })
	}
	for _, signature := range []string{"0", strings.Repeat("0", 64), "é"} {
		t.rejected("a win with the signature "+signature, t.wallet, wallet.WinPath, win(), status, func(r *http.Request) {
			r.Header.Set(wallet.SignatureHeader, signature)
		})
	}
	t.rejected("a win with only half of its signature", t.wallet, wallet.WinPath, win(), status, func(r *http.Request) {
		r.Header.Set(wallet.SignatureHeader, r.Header.Get(wallet.SignatureHeader)[:32])
	})
	t.rejected("a win with another timestamp than was signed", t.wallet, wallet.WinPath, win(), status, func(r *http.Request) {
		r.Header.Set(wallet.TimestampHeader, "0"+r.Header.Get(wallet.TimestampHeader))
	})
}

func signedBody(t *trial) {
	t.funded()
	c := t.win(stake)
	more := c
	more.Amount = 200
	t.rejected("a win that was doubled after it was signed", t.wallet, wallet.WinPath, encoded(c), http.StatusUnauthorized, with(encoded(more)))
}

func signedPath(t *trial) {
	t.funded()
	t.rejected("a bet that was signed as a win", t.wallet, wallet.WinPath, encoded(t.bet(stake)), http.StatusUnauthorized, func(r *http.Request) {
		r.URL.Path = strings.TrimSuffix(r.URL.Path, wallet.WinPath) + wallet.BetPath
	})
}

func fresh(t *trial) {
	t.funded()
	for what, apart := range map[string]time.Duration{"10 minutes ago": -10 * time.Minute, "in 10 minutes": 10 * time.Minute, "a year ago": -365 * 24 * time.Hour} {
		t.rejected("a win that was signed "+what, t.at(apart), wallet.WinPath, encoded(t.win(stake)), http.StatusUnauthorized, nil)
	}
}

func clocksApart(t *trial) {
	for _, apart := range []time.Duration{-time.Minute, time.Minute} {
		if t.err != nil {
			return
		}
		if _, err := t.at(apart).Win(t.ctx, t.win(stake)); err != nil {
			t.fail("a win by a clock that is wrong by %v: %w", apart, err)
		}
	}
}

func concurrentBets(t *trial) {
	b := t.funded()
	amount := b/4 + 1 // three fit
	calls := make([]wallet.Call, 12)
	for i := range calls {
		calls[i] = t.bet(amount)
	}
	taken := money.Cents(0)
	for i, err := range t.together(betOp, calls...) {
		if err == nil {
			taken += amount
		} else if !known(err, wallet.InsufficientFunds) {
			t.fail("bet %d of 12 at the same time: %w", i+1, err)
		}
	}
	if t.err == nil && taken != 3*amount {
		t.fail("of %d, bets of %d at the same time took %d, and should have taken three times", b, amount, taken)
	}
	t.holds(b-taken, "after bets at the same time")
}

func concurrentRepeats(t *trial) {
	b, bet := t.funded(), t.bet(stake)
	for i, err := range t.together(betOp, bet, bet, bet, bet, bet, bet, bet, bet) {
		if err != nil {
			t.fail("the same bet at the same time, the %d. of 8: %w", i+1, err)
		}
	}
	t.holds(b-stake, "after the same bet 8 times at the same time")
}

func concurrentRollback(t *trial) {
	b := t.funded()
	for range 8 {
		if t.err != nil {
			return
		}
		bet := t.bet(stake)
		answered := make(chan error)
		go func() {
			_, err := t.wallet.Rollback(t.ctx, bet)
			answered <- err
		}()
		_, err := t.wallet.Bet(t.ctx, bet)
		if back := <-answered; back != nil {
			t.fail("a rollback at the same time as its bet: %w", back)
		}
		if !known(err, wallet.RolledBack) {
			t.fail("a bet at the same time as its rollback: %w", err)
		}
		t.holds(b, "after a bet and its rollback at the same time")
	}
}
