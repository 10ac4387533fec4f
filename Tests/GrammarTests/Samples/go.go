//go:build linux && amd64
package main

import "fmt"
import m "math"

/* block
comment */
type Point struct {
	X, Y int `json:"x,omitempty"`
	name string
	*Base
	inner.Thing
	next map[string][]*Node
	f func(a int, b string) (error, bool)
}

type Shape interface {
	Area() float64
	Perimeter(scale float64) (r float64, err error)
	fmt.Stringer
	~int | ~string
}
type ID = string
type Celsius float64
type Handler func(w http.ResponseWriter, r *http.Request) error
type List[T any, K comparable] struct {
	head *node[T]
}
type (
	A struct{ x int }
	B []byte
)

const Pi = 3.14
const (
	Red Color = iota
	Green
	Blue = 1 << iota
)
var x, y int = 1, 2
var ErrNot = errors.New("no\n \x41 \u00e9 %d %v %5.2f")
var (
	global = map[string]int{"a": 1}
	other  *sync.Mutex
)

func (p *Point) Scale(f float64) *Point {
	p.X *= int(f)
	return &Point{X: 1, Y: 0x_FF, Z: 0b101, W: 0o17, C: 3i, D: 1e-9, E: 0x1p-2}
}
func (List[T]) Len() int { return 0 }
func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for i, x := range xs {
		out = append(out, f(x))
	}
	return out
}
func variadic(args ...interface{}) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("x: %w", r)
		}
	}()
	go worker(ch, done)
	ch := make(chan<- int, 10)
	var z <-chan string
	select {
	case v, ok := <-ch:
		_ = v
	case ch <- 3:
	default:
	}
outer:
	for {
		switch t := v.(type) {
		case int, string:
			break outer
		case nil:
			fallthrough
		case *Point:
			continue outer
		default:
			goto end
		}
	}
end:
	a, b := b, a
	s := []string{"x", `raw
string %d`}
	r := 'x' + '\n' + '\u1234'
	p := (*T)(nil)
	x &^= y | z ^ w
	x++
	s.y.z = s.f().g[3]
	b := []byte("abc")
	u := uint8(3)
	if !ok && a == b || c != d { return nil, nil }
	arr := [...]int{1,2,3}
	f := foo.Bar{Name: "x", Other: &baz.Qux{}}
	fn := func(a, b int) int { return a + b }
	n := new(Point); copy(a, b); delete(m, k); panic("x"); print(); min(1, 2); clear(m)
	return
}

func Open(
	name string,
	accept func(int) bool,
	events chan<- os.Signal, // closed at the end
	mode,
	flags int,
) (
	file *File,
	err error,
) {
	fn := Map[int, []string](name, flags)
	var walk func(dir string) (n int, err error)
	events = make(chan os.Signal, 0700)
	if accept(a&b) && a*b > c { print(a &^ 1) }
	return nil, nil
}
func Pairs[K, V any]() iter.Seq2[K, V] { return nil }
type Cut struct {
	half int
func (c *Cut
var whole = 1
func kind(any interface{}) func(depth int) map[string]interface{} {
	seen := map[string]struct{}{"a": {}}
	switch found := any.(type) {
	case nil:
	case *ast.File,
		bed.Kind, []byte: // several lines
		if found != nil { tally(map[int]interface{}{1: found}) }
	case garden:
		return make(map[bed]func(int) error)
	}
	switch any { case garden: }
}
