package com.example
package object foo
import scala.collection.mutable.{Map => MMap, _}
import java.util.*
/** Scaladoc @param x the x */
/* block */
@tailrec @deprecated("x", "1.0")
sealed abstract class Animal[T <: Foo, +A](val name: String, private var age: Int = 3) extends Base with Trait[T] {
  override def sound(x: Int)(implicit ec: ExecutionContext): Option[String] = Some("x")
  lazy val y: List[Int] = List(1, 2, 3).map(_ * 2)
  protected[this] val z = 0xFF + 1L + 1.5f + 1e10 + 'c' + '\n' + 'sym
  def this() = this("x")
  type Alias = Map[String, Int]
}
case class Point(x: Int, y: Int = 2)
case object Origin
trait Foo { self: Bar => def a: Unit; def b(f: Int => String, xs: Int*): Boolean }
object Main extends App {
  val s = s"hi $name ${name.length + 1} $$" + f"$x%2.2f" + raw"a\n" + """multi
  line""" + s"""tri $x ${y}
  """ + "esc \n \u0041"
  var n = null; val t = true; val (a, b) = (1, 2)
  for { i <- 0 until 10 if i % 2 == 0; j = i } yield i
  for (x <- xs) println(x)
  x match { case Some(v: Int) if v > 3 => v; case a @ Point(_, 2) => 1; case "x" | 'y' => 2; case _ => throw new Exception("e") }
  try { foo() } catch { case e: Exception => } finally { }
  while (x < 3) { x += 1 }; do { } while (true)
  if (a && !b || c) return 1 else 2
  new Foo { override val a = 1 }
  implicit class Rich(val i: Int) extends AnyVal
  implicit val ord: Ordering[Int] = ???
  def f[A: Ordering](a: A*): A = a.head
  val fn: Int => Int = x => x + 1; list.foldLeft(0)(_ + _); a :: b ::: c ++ d; xs :+ 1
  this.x; super.foo(); x.isInstanceOf[Int]; `back tick`
  val html = <a href="x">y</a>
}
enum Color(val rgb: Int): case Red extends Color(0xFF0000)
given intOrd: Ord[Int] with
  def compare(x: Int, y: Int) = if x < y then -1 else 1
extension (x: Int) def double: Int = x * 2
def g(using c: Ctx) = summon[Ctx]
opaque type T = Int; inline def h = 1; export a.b
/** As [[Main]] says. */
@deprecated("old", "1.0") @scala.annotation.tailrec final def unary_! : Boolean = x == .5 || y.type != 3
xs match { case all @ List(_*) => 1; case some@_ => 2 }
class Counter(var count: Int) { private val log = LoggerFactory.getLogger("x"); count = 3 }
given [T: Ordering as order] => Ordering[Bed[T]] = order.on(_.depth)
