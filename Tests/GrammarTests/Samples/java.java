/*
 * A kitchen: what Java 21 and later can write, in one file.
 */
package org.example.kitchen;

import java.util.*;
import static java.util.stream.Collectors.toList;
import java.util.function.Function;
import module java.base;

/**
 * Cooks {@link Dish dishes} and {@code <b>bold</b>} ones.
 *
 * <p>See <a href="https://example.org">the book</a>.
 *
 * @param <T> what is cooked
 * @author Cook
 * @since 1.2
 * @see java.util.List#add(Object)
 * @deprecated use {@literal Oven} instead
 */
@SuppressWarnings({"unchecked", "rawtypes"})
@FunctionalInterface
public sealed interface Kitchen<T extends Dish & Comparable<? super T>> permits Oven, Stove {
    int MAX = 0x7fff_ffff;
    T cook(String name, int... minutes) throws IOException, CookException;
    default void clean() { System.out.println("clean"); }
    private static <R> R wash(Function<? super T, ? extends R> f) { return null; }
}

@Target(ElementType.TYPE) @interface Recipe {
    String value() default "none";
    int[] steps() default {1, 2};
    Class<? extends Number> type() default Integer.class;
}

record Point(int x, @NonNull double y) implements Serializable {
    static final Point ZERO = new Point(0, 0.0);
    Point {
        if (x < 0) throw new IllegalArgumentException("negative: " + x);
    }
    public Point(int x) { this(x, 1e-3); }
}

enum Taste implements Supplier<String> {
    SWEET("sugar", 1) { @Override public String get() { return "s"; } },
    SOUR, @Deprecated BITTER(null, -1);

    private final String from;
    Taste() { this(null, 0); }
    Taste(String from, int n) { this.from = from; }
}

public abstract non-sealed class Oven extends Base<String> implements Kitchen<Dish>, AutoCloseable {
    private static final long serialVersionUID = 1_000L;
    protected transient volatile int count = 0b1010, other = 017;
    public static final double[] RATIOS = {1.5, .5f, 3e10, 0x1.8p3, 10D, 2.f};
    final char[] chars = {'a', '\n', '\'', '\u00e9', '\101'};
    private final Map<String, List<Integer>> index = new HashMap<>();
    Object[][] grid = new Object[3][];
    int a, b = 2, c;

    static {
        System.loadLibrary("oven");
    }

    { count = 1; }

    public Oven(String name) throws IOException {
        super(name);
        this.name = name;
    }

    @Override
    public synchronized <E extends Exception> List<? super E> cook(final String name, Map.Entry<String, int[]> entry) throws E {
        String text = """
            Hello, \
            "world" \t %s
              indented ${no}
            """.formatted(name);
        outer:
        for (int i = 0, n = chars.length; i < n; i++) {
            for (final var each : index.entrySet()) {
                if (each.getValue() == null || !each.getKey().isEmpty()) continue outer;
                else break;
            }
        }
        Object result = switch (entry) {
            case null -> "none";
            case Point(int x, var y) when x > 10 && y != 0 -> x << 2;
            case String s, Integer i -> { yield s.length(); }
            case Taste.SWEET -> 1;
            default -> throw new AssertionError();
        };
        switch (count) {
            case 1: case 2:
                count += 3;
                break;
            default:
                count >>>= 1;
        }
        if (result instanceof Point p && p.x() >= 0) {
            System.out.printf("%d of %s%n", p.x(), result);
        } else if (result instanceof final String s) {
            return (List<E>) List.of(s.trim());
        }
        try (var in = new FileInputStream("a.txt"); Reader reader = open()) {
            do { count--; } while (count > 0);
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
            throw e;
        } finally {
            close();
        }
        Runnable r = () -> System.out.println("run");
        Comparator<String> order = (left, right) -> left.compareTo(right);
        Function<Integer, Integer> square = x -> x * x, twice = (Integer x) -> { return x + x; };
        List<String> names = index.keySet().stream().filter(k -> k.length() > 3).map(String::toUpperCase).collect(toList());
        Supplier<Oven[]> make = Oven[]::new;
        int[] numbers = new int[] {1, 2, 3};
        Kitchen<Dish> anonymous = new Kitchen<>() {
            @Override public Dish cook(String name, int... minutes) { return Oven.super.cook(name); }
        };
        assert numbers.length == 3 : "three";
        synchronized (this) { count = numbers[0] + (int) RATIOS[1] % 2 & 1 | 2 ^ ~3; }
        long total = count > 0 ? Long.MAX_VALUE : -1L;
        Class<?> type = int.class;
        java.util.List<Point> points = java.util.Collections.emptyList();
        return true ? null : (List<E>) names;
    }

    native int fire();
    strictfp double heat() { return Math.PI * super.heat(); }

    protected static class Inner<K, V> extends Outer.Base { K key; V value; }
}

void main(String[] args) { IO.println("Hello"); }

String greeting = String.format("%s, %d", name, 3) + pick(1, 'a');
greet(greeting, new Oven("a", 1), new Outer.Inner<String>("b"), Collections.<Dish>emptyList());
class Counter {
    private final Logger log = LoggerFactory.getLogger(Counter.class), other = make("x", 2);
    @Inject Counter(Clock clock) { log.info("\u00e9 \101"); }
    /** As {@link Oven} or {@link Oven#cook}, {@code 3} times. */
    int size(Object o) {
        outer: for (;;) { break outer; }
        return switch (o) { case Taste t when t.n() > 1 -> 2; default -> ((List<Dish>) o).size(); };
    }
    @Unfinished(
    public record Pair<A>(A left, List<A> right, int... rest) {}
}
class Waiter { void rest() { Thread.yield(); runner.record(1); } }
class Later { void grow() { var bed = dig(); BiFunction<Bed, Bed, Bed> grow = (var left, var right) -> left; for (var each : beds) { } int var = 1; } }
