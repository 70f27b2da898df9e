package keeper

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"tirage/seal"
)

// serialAt is the serial of a position of the block of these tests.
func serialAt(t testing.TB, position int) string {
	t.Helper()
	n, err := testBlock.Serial(position)
	if err != nil {
		t.Fatal(err)
	}
	return n.String()
}

var permitTime = time.UnixMicro(1_700_000_000_000_007)

// onlyPermitted demands that of the paper tickets around one the halves of exactly these are given.
func onlyPermitted(t testing.TB, k Keeper, permitted ...int64) {
	t.Helper()
	key := testKey(t)
	for p := int64(online); p < 3_000; p++ {
		halves, err := k.Halves(t.Context(), id, []int64{p})
		is := false
		for _, q := range permitted {
			is = is || p == q
		}
		switch {
		case !is && !errors.Is(err, NotPermitted):
			t.Fatalf("position %d: %v", p, err)
		case is && err != nil:
			t.Fatalf("position %d is permitted: %v", p, err)
		case is:
			serial, _ := testBlock.Serial(int(p))
			if want, err := key.Half(serial); err != nil || halves[0].Bytes() != want.Bytes() {
				t.Fatalf("position %d: another half, %v", p, err)
			}
		}
	}
}

// One paper ticket is permitted, on the keeper's machine while it works: that one is answered, over HTTP too, with its neighbours or
// alone, and no other before or after; it is noted, stays so, and says so to who asks what the folder holds.
func TestPermitOnePaperTicket(t *testing.T) {
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	tell(t, b, 0, 3)
	client := overHTTP(t, b)
	for _, k := range []Keeper{b, client} {
		onlyPermitted(t, k)
	}
	given, err := Permit(dir, serialAt(t, 2_700), "torn in the bearer's pocket", permitTime)
	if err != nil {
		t.Fatal(err)
	}
	// From the definition.
	var want []byte
	want = binary.BigEndian.AppendUint64(want, 1_700_000_000_000_007)
	want = binary.BigEndian.AppendUint64(want, 2_700)
	want = append(binary.BigEndian.AppendUint16(want, 27), "torn in the bearer's pocket"...)
	start := sha256.Sum256([]byte("tirage keeper permits 1" + id))
	chain := sha256.Sum256(append(start[:], want...))
	if got := read(t, file(dir, permitsFile)); !bytes.Equal(got, append(want, chain[:]...)) || given.Chain != chain {
		t.Errorf("written is %x", got)
	}
	again, err := Permit(dir, serialAt(t, 2_700), "asked again", permitTime.Add(time.Hour))
	if err != nil || again != given {
		t.Errorf("permitted again: %+v, %v, want %+v", again, err, given)
	}
	for _, k := range []Keeper{b, client} {
		onlyPermitted(t, k, 2_700)
		if _, err := k.Halves(t.Context(), id, []int64{0, 2_700, 2}); err != nil {
			t.Errorf("with told ones: %v", err)
		}
		for _, more := range [][]int64{{2_700, 2_701}, {2_699, 2_700}, {2_700, 3}} {
			if halves, err := k.Halves(t.Context(), id, more); err == nil || halves != nil {
				t.Errorf("%v: %v", more, halves)
			}
		}
	}
	_, err = client.Halves(t.Context(), id, []int64{2_701})
	refused(t, err, NotPermitted, 3, 2_701)
	if err := b.Permit(t.Context(), serialAt(t, 2_999), "the last of the block"); err != nil {
		t.Fatal(err)
	}
	onlyPermitted(t, client, 2_700, 2_999)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, testOptions(dir))
	onlyPermitted(t, b, 2_700, 2_999)
	states, err := Inspect(dir)
	if err != nil || states[0].Permits != 2 || states[0].Torn || states[0].Told.Told != 3 {
		t.Errorf("%+v, %v", states, err)
	}
	var reasons []string
	err = ReadPermissions(dir, id, func(_ Facts, p Permission) { reasons = append(reasons, p.Reason) })
	if err != nil || strings.Join(reasons, "|") != "torn in the bearer's pocket|the last of the block" {
		t.Errorf("%q, %v", reasons, err)
	}
	noted := map[int64]int{}
	if err := ReadAnswered(dir, id, func(_ Facts, a Answered) { noted[a.Position]++ }); err != nil || noted[2_700] < 4 || noted[2_999] != 2 || noted[2_701] != 0 {
		t.Errorf("noted %v, %v", noted, err)
	}
}

// What is no paper ticket of a block of this keeper is not permitted, nor what nobody gives a reason for.
func TestPermitRefuses(t *testing.T) {
	dir := newFolder(t)
	other := seal.Block{Game: 3002, Number: 2, Tickets: 3_000, PackSize: 100}
	elsewhere, err := other.Serial(2_700)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, testOptions(dir))
	for _, serial := range []string{"", "3002", elsewhere.String(), serialAt(t, 0), serialAt(t, online-1), strings.Replace(serialAt(t, 2_700), "-000027-", "-000099-", 1), "../../../../etc"} {
		if _, err := Permit(dir, serial, "because", permitTime); !errors.Is(err, ErrNotPaper) {
			t.Errorf("%q: %v", serial, err)
		}
		if err := b.Permit(t.Context(), serial, "because"); !errors.Is(err, ErrNotPaper) && !errors.Is(err, UnknownBlock) {
			t.Errorf("in the process, %q: %v", serial, err)
		}
	}
	for _, reason := range []string{"", "ab", "      ", "one\ntwo", "seen\x1b[31m", "\xff\xfe\xfd", strings.Repeat("a", 301)} {
		if _, err := Permit(dir, serialAt(t, 2_700), reason, permitTime); !errors.Is(err, ErrReason) {
			t.Errorf("reason %q: %v", reason, err)
		}
	}
	lock, free, err := openLock(file(dir, permitsLock))
	if err != nil || !free {
		t.Fatal(free, err)
	}
	if _, err := Permit(dir, serialAt(t, 2_700), "because", permitTime); !errors.Is(err, ErrInUse) {
		t.Errorf("while another permits: %v", err)
	}
	_ = lock.Close()
	if got := read(t, file(dir, permitsFile)); len(got) != 0 {
		t.Errorf("%d bytes were written", len(got))
	}
	onlyPermitted(t, b)
}

// A record cut at any length is what was whole, and goes on; a changed byte permits nothing more; a half without a permission is damage.
func TestPermissionsTornAndChanged(t *testing.T) {
	dir := newFolder(t)
	ends := []int{0}
	for i := range 3 {
		if _, err := Permit(dir, serialAt(t, 2_600+i), strings.Repeat("because ", 1+10*i), permitTime); err != nil {
			t.Fatal(err)
		}
		ends = append(ends, len(read(t, file(dir, permitsFile))))
	}
	whole := read(t, file(dir, permitsFile))
	sound := func(length int) (n int) {
		for n+1 < len(ends) && ends[n+1] <= length {
			n++
		}
		return n
	}
	for length := range len(whole) + 1 {
		write(t, file(dir, permitsFile), whole[:length])
		states, err := Inspect(dir)
		if err != nil || states[0].Permits != int64(sound(length)) || states[0].Torn != (ends[sound(length)] != length) {
			t.Fatalf("%d bytes: %+v, %v", length, states, err)
		}
	}
	write(t, file(dir, permitsFile), whole[:ends[2]+5])
	b := open(t, testOptions(dir))
	if b.Cut() == nil || len(read(t, file(dir, permitsFile))) != ends[2] {
		t.Errorf("cut: %v", b.Cut())
	}
	if err := b.Permit(t.Context(), serialAt(t, 2_602), "again"); err != nil {
		t.Fatal(err)
	}
	onlyPermitted(t, b, 2_600, 2_601, 2_602)
	_ = b.Close()
	write(t, file(dir, halvesFile), nil)

	for at := range whole {
		changed := bytes.Clone(whole)
		changed[at] ^= 1
		write(t, file(dir, permitsFile), changed)
		err := ReadPermissions(dir, id, func(_ Facts, p Permission) {
			if p.Position < 2_600 || p.Position > 2_602 || !strings.HasPrefix(p.Reason, "because") {
				t.Fatalf("byte %d: %+v", at, p)
			}
		})
		if states, err2 := Inspect(dir); err == nil && err2 == nil && states[0].Permits == 3 {
			t.Fatalf("byte %d: it is not seen", at)
		}
	}
	write(t, file(dir, permitsFile), append(bytes.Clone(whole), make([]byte, maxPermit+1)...))
	if _, err := Inspect(dir); !errors.Is(err, ErrDamaged) {
		t.Errorf("more than a line: %v", err)
	}
	write(t, file(dir, permitsFile), whole)
	b = open(t, testOptions(dir))
	if _, err := b.Halves(t.Context(), id, []int64{2_601}); err != nil {
		t.Fatal(err)
	}
	_ = b.Close()
	for _, left := range [][]byte{nil, whole[:ends[1]]} {
		write(t, file(dir, permitsFile), left)
		if _, err := Inspect(dir); !errors.Is(err, ErrDamaged) {
			t.Errorf("a half nobody permitted: %v", err)
		}
	}
}

// A disk that fails at any step permits nothing, or all of it: never another ticket.
func TestPermitOnAFailingDisk(t *testing.T) {
	for _, point := range []string{"permits", "permits synced"} {
		dir := newFolder(t)
		o := testOptions(dir)
		broken := errors.New("broken")
		o.fault = func(at string) error {
			if at == point {
				return broken
			}
			return nil
		}
		b := open(t, o)
		if err := b.Permit(t.Context(), serialAt(t, 2_600), "because"); !errors.Is(err, broken) {
			t.Errorf("%s: %v", point, err)
		}
		_ = b.Close()
		b = open(t, testOptions(dir))
		if err := b.Permit(t.Context(), serialAt(t, 2_601), "because"); err != nil {
			t.Fatal(err)
		}
		if point == "permits" {
			onlyPermitted(t, b, 2_601)
		} else {
			onlyPermitted(t, b, 2_600, 2_601)
		}
	}
}

// A folder that was made before there were permissions has none, and takes them.
func TestOldFolderPermits(t *testing.T) {
	dir := newFolder(t)
	if err := os.Remove(file(dir, permitsFile)); err != nil {
		t.Fatal(err)
	}
	b := open(t, testOptions(dir))
	onlyPermitted(t, b)
	if _, err := Permit(dir, serialAt(t, 2_600), "because", permitTime); err != nil {
		t.Fatal(err)
	}
	onlyPermitted(t, b, 2_600)
}

// Processes that permit at the same time write whole lines, or are told that another does.
func TestPermitFromManyProcesses(t *testing.T) {
	dir := newFolder(t)
	done := make(chan error)
	for i := range 8 {
		go func() {
			var err error
			for range 200 {
				if _, err = Permit(dir, serialAt(t, 2_600+i), "because", permitTime); !errors.Is(err, ErrInUse) {
					break
				}
				time.Sleep(time.Millisecond)
			}
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	states, err := Inspect(dir)
	if err != nil || states[0].Permits != 8 || states[0].Torn {
		t.Errorf("%+v, %v", states, err)
	}
}
