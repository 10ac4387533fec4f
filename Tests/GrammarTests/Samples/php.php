<?php

declare(strict_types=1);

namespace App\Shop\Models;

use Closure;
use Countable as CountableInterface, ArrayAccess;
use App\Support\{Arr, Str as Text};
use function App\Support\{helper, other_helper};
use const PHP_VERSION;

// A line comment with TODO ?>
<p class="note">Back in <b>HTML</b>: <?= htmlspecialchars($title) ?></p>
<a href="<?php echo $url; ?>" title='x'>link</a>
<?php
# A hash comment
/* A block comment */

/**
 * Something on the shelf.
 *
 * @template T of object
 * @param  string|null        $name  how it is called, see {@see Item::label()}
 * @param  array<int, string> $tags
 * @return static
 * @throws \InvalidArgumentException when it is empty
 * @deprecated 1.2 use something else
 */
#[Attribute(Attribute::TARGET_CLASS | Attribute::IS_REPEATABLE)]
abstract class Item extends Model implements \JsonSerializable, CountableInterface
{
    use HasFactory, SoftDeletes { restore as protected; SoftDeletes::trash insteadof HasFactory; }

    public const VERSION = '1.2';
    final protected const int LIMIT = 1_000;
    private static ?self $instance = null;
    protected array $tags = ['a', "b" => 1, 'c' => [1, 2]];
    public readonly int|string $id;
    var $legacy;

    public string $label {
        get => $this->name . '!';
        set(string $value) { $this->name = $value; }
    }

    public function __construct(
        private readonly string $name,
        protected ?float $price = 0.0,
        #[SensitiveParameter] string ...$rest,
    ) {
        parent::__construct($name);
        $this->id = $this->nextId() ?? self::VERSION;
    }

    abstract protected function nextId(): int;

    public static function make(array &$options = [], callable|Closure $then = null): static
    {
        return new static($options['name'], price: 1.5);
    }

    public function __get(string $key): mixed { return $this->{$key} ?? $this->$key[0] ?? null; }

    public function total((A&B)|null $x, iterable $items): ?float
    {
        static $count = 0;
        global $config;
        [$a, , [$b]] = $items; ['x' => $c] = $items; list($d, $e) = [1, 2];
        foreach ($items as $key => &$value) {
            if (!isset($value) || empty($value) && $key !== 'x' and $b xor $c) { continue 2; }
            elseif ($key <=> 1) { unset($items[$key]); } else if (1): endif;
        }
        for ($i = 0; $i < 10; $i++, --$j) { $sum += $i ** 2 % 3; }
        while (true): break; endwhile;
        do { $x .= "y"; } while ($x <= 10);
        switch ($x) { case 1: case 'two': goto end; default: exit(1); }
        $kind = match (true) {
            $x instanceof self, $x > 1.5e3 => 'big',
            is_null($x) => throw new \RuntimeException("bad"),
            default => print 'none',
        };
        try { $this?->risky(); } catch (TypeError | \Exception $e) { echo $e->getMessage(); } finally { die; }
        end:
        return (float) $sum <=> (int)$a ?: null;
    }
}

interface HasArea { const PI = 3.14; public function area(): float; }

trait Greets { abstract public function hi(); }

enum Suit: string implements HasLabel
{
    case Hearts = 'H';
    case Spades = 'S';
    const Wild = self::Spades;
    public static function fromLetter(string $l): self { return self::from($l); }
}

final readonly class Point { public function __construct(public int $x = 0) {} }

function &helper(int $a, string $b = PHP_EOL, ?Foo\Bar $c = new Foo()): never { yield $a => $b; yield from gen(); }

$add = fn(int $a, int $b): int => $a + $b;
$scale = static function ($x) use (&$add, $b): ?array { return compact('x'); };
$object = new class(10) extends Point implements \Countable { public function count(): int { return 0; } };
$callable = strlen(...); $first = $this->make(...); $class = $object::class; $name::$static; Foo::$bar['x']; Foo::BAR;
$numbers = [0, 123, 0x1F, 0b1010, 0o17, 017, 1_000.5, .5, 1e10, 2.5E-3, PHP_INT_MAX, M_PI, INF, NULL, TRUE, false];
$text = 'single $no {$no} \' \\ \n' . "double $name[0] $name[key] $name->prop {$name['x']['y']} {$obj->a->b(1)} ${legacy} \n \x41 \u{1F600} \101 \$ \"";
$same = $a === $b || $a <> $b && !$c | $d & ~$e ^ $f << 2 >> 1; $a ??= $b; $a **= 2; $a .= 'x'; @$quiet; `ls -la $dir`;
echo <<<EOT
    Hello {$user->name}, you have $count items \t tab
      ${old} {$a['b']}
    EOT . <<<'RAW'
raw $text {$no} \n
RAW;
$sql = <<<SQL
    SELECT id FROM users WHERE name = '$name';
    SQL;
$query = "SELECT * FROM items WHERE id = {$id} AND name LIKE 'x%'";
$pattern = preg_match('/^(?<year>\d{4})-[^a-z\]]+\/$/i', $subject, $m);
$ok = preg_replace_callback("~\bx{2,3}~", fn($m) => strtoupper($m[1]), $text);
printf("%s has %05.2f%% %'*10d\n", $name, 3.5);
class Hooked { public int $size { get { return $this->n << 2 >> 1; } final set => $value; } abstract public int $z { get; set; } }
$trimmed = $text |> trim(...) |> fn($s) => $s . '!';
switch ($kind) { case 28: return; case Kind::Bed: case 'a:b': dig(); break; default: rest(); }
if ($deep): dig(); else: rest(); endif;
include __DIR__ . '/file.php'; require_once __FILE__; define('DEBUG', true); __LINE__; __CLASS__; __halt_compiler();
