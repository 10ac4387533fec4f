#!/usr/bin/env kotlin
@file:JvmName("Garden")
@file:Suppress("UNUSED", "unused")

package org.example.garden

import kotlin.math.PI
import kotlinx.coroutines.*
import org.example.tools.Spade as Shovel

/* Block comments /* nest */ too. */

/**
 * A plant of the [garden][Garden], as `name` says.
 *
 * @param T what it bears
 * @property name the name
 * @constructor Plants it.
 * @return nothing
 * @throws IllegalStateException when dry
 * @see Garden.water
 * @sample org.example.sample
 */
@Serializable
sealed class Plant<out T : Any>(
    val name: String,
    private var height: Double = 1.5e-3,
    internal val tags: List<String>? = null,
    vararg leaves: Int,
) : Living(name), Comparable<Plant<*>>, Waterable by Sprinkler() where T : Fruit {

    constructor(name: String) : this(name, 0.0, leaves = intArrayOf(1, 2)) { init() }

    init {
        require(height >= 0) { "negative: $height of ${name.uppercase()}" }
    }

    abstract val kind: Kind
    open var age: Int = 0
        get() = field + 1
        protected set(value) { field = value.coerceIn(0..100) }
    lateinit var owner: Owner
    val lazyName by lazy(LazyThreadSafetyMode.NONE) { "Plant $name\t\u00e9 \$5" }
    protected open fun grow(by: Double = 0x1F.toDouble(), vararg times: Long): Double? = height * by
    override operator fun compareTo(other: Plant<*>): Int = name compareTo other.name
    infix fun String.near(other: String) = this.startsWith(other)
    suspend fun <R> water(body: suspend Garden.(Int) -> R): R? { return body(Garden, 1) }
    tailrec inline fun <reified E> find(crossinline test: (E) -> Boolean, noinline log: () -> Unit) where E : Any {}
    companion object Factory : Maker<Plant<Nothing>> {
        const val MAX = 1_000_000L
        @JvmStatic fun create() = Oak("oak")
        private const val MASK = 0b1010_0001u
    }
    inner class Root { val plant = this@Plant }
}

data class Point(val x: Int, val y: Int = x)
@JvmInline value class Meters(val value: Double)
enum class Kind(val code: Char) : Coded {
    TREE('t') { override fun label() = "Tree" },
    HERB('\n'), @Deprecated("old") MOSS('\u0041');

    abstract fun label(): String
}
annotation class Fancy(val why: String)
fun interface Visitor<in T> { fun visit(item: T): Boolean }
interface Waterable { val wet: Boolean get() = true }
object Garden : Place("garden"), Iterable<Plant<*>> {
    private val plants = mutableMapOf<String, Plant<*>>()
    operator fun get(index: Int): Plant<*>? = plants.values.elementAtOrNull(index)
}
data object Nowhere
typealias Handler<T> = (event: T, Int) -> Unit
expect fun platform(): String
external fun native(): Int

val Int.squared: Int get() = this * this
fun List<Int>.average(): Double = if (isEmpty()) Double.NaN else sum().toDouble() / size

suspend fun main(args: Array<String>) = coroutineScope {
    val text = """
        |Raw "text" with ${args.map { "<${it.trim()}>" }.joinToString()} and $name
        |no \n escapes ${'$'}5
    """.trimMargin()
    var (low, high) = Pair(-1, 1.5f)
    val numbers = listOf(1, 2L, 3.0, .5, 1e10, 0xFF, 42u, 07)
    val result = when (val kind = Kind.valueOf("TREE")) {
        Kind.TREE, Kind.HERB -> "a"
        in 1..10, !in setOf(1) -> "b"
        is Coded -> kind.code.toString()
        !is Comparable<*> -> throw IllegalArgumentException("no")
        else -> return@coroutineScope
    }
    when {
        low < high && result != "x" || !text.isBlank() -> println("$low..$high")
    }
    outer@ for ((index, item) in numbers.withIndex()) {
        for (i in 10 downTo 0 step 2) { if (i == index) continue@outer else break }
        while (true) { low++; high -= 1; do { low %= 2 } while (low > 0) }
    }
    try {
        val first = numbers.firstOrNull { it > 1 }?.toInt() ?: error("none")
        val all = numbers.filter { n: Number -> n as? Int != null }.map(Number::toInt)
        println(all!!.size.let { it shl 2 and 0xF })
    } catch (e: Exception) {
        e.printStackTrace()
    } finally { println("done") }
    val run: (Int, String?) -> Unit = { a, _ -> println(a) }
    val listener = object : Visitor<String> { override fun visit(item: String) = item === text }
    launch(Dispatchers.Default) { delay(100); run(1, null) }
    val type = Plant::class.java; val prop = Point::x; val made = ::Point
    html {
        body(id = "main") { +"Hello"; a(href = "https://example.org") { +"link" } }
    }
    val cast = result as String; val sub = text[0]; val range = 'a'..'z'; val until = 0..<10
    fun local(n: Int = 3): Int { return n.inc() }
    super<Base>.toString(); assert(`strange name` == null); typeOf<Map<String, List<Int>>>()
    return@coroutineScope Unit
}
@file:JvmName("Foo")
package com.example.app

import kotlinx.coroutines.*
import java.util.Date as JDate

/**
 * Doc [Person]
 * @param name the name
 * @return x
 */
@Serializable
data class Person<out T : Any>(val name: String, var age: Int = 0, private val tags: List<T>? = null) : Base(name), Comparable<Person<*>> {
    companion object Factory { const val MAX = 1_000L; @JvmStatic fun create() = Person("x") }
    init { require(age >= 0) { "bad age: $age ${name.length}" } }
    val isAdult: Boolean get() = age >= 18
    var x by lazy { 5 }
    lateinit var y: String
    constructor(n: String) : this(n, 1)
    override fun compareTo(other: Person<*>): Int = age.compareTo(other.age)
    operator fun plus(o: Person<T>) = copy(age = age + o.age)
    inner class Inner
}

sealed interface Result<out T> { data class Ok<T>(val v: T) : Result<T>; object Err : Result<Nothing> }
enum class Color(val rgb: Int) { RED(0xFF0000), GREEN(0b11); fun f() = rgb }
typealias Handler = (Int, String) -> Unit
object Singleton
fun interface Fn { fun call() }
annotation class Ann(val x: String)

suspend inline fun <reified T> fetch(url: String, crossinline block: (T) -> Unit): T? = withContext(Dispatchers.IO) {
    val s = """
        raw $url
    """.trimIndent()
    null
}

fun String.shout() = this.uppercase() + "!"

fun main(args: Array<String>) {
    val list = listOf(1, 2.5f, 'c', null, true)
    for ((i, v) in list.withIndex()) println("$i: $v")
    for (i in 10 downTo 0 step 2) continue
    outer@ while (true) { if (x !in 1..5 && y is String) break@outer }
    when (val r = compute()) {
        is Result.Ok -> r.v
        in 1..10, 20 -> "x"
        !is Foo -> {}
        else -> throw IllegalStateException("no")
    }
    try { x!!.foo() } catch (e: Exception) { e.printStackTrace() } finally { }
    val n = x?.length ?: return
    val f: (Int) -> Int = { it * 2 }
    list.map { (a, b) -> a to b }.filter(::isOdd).forEach { println(it) }
    runBlocking { launch { delay(1000L) } }
    val cls = Foo::class.java
    do { x-- } while (x > 0)
    val arr = intArrayOf(1) as? IntArray
    if (a === b || a !== c) {} else {}
}

typealias Pairs<K, V> = Map<K, List<V>>
typealias Callback =
    suspend (state: Int) -> Unit
class Child : Parent {
    constructor(name: String) : super(name, "x", depth = 1)
    val walk: (step: Int, out: List<out Plant<*>>) -> Unit = { step, _ -> names.forEach walk@{ return@walk } }
}
fun watch() = supervisorScope {
    val supertypes = superName + thisOne; this@watch.superb(super.toString())
}
context(garden: Garden, _: Weather)
fun rain(): Int = garden.count()
val <T> List<T>.deepest: T get() = this[size - 1]
private val Map<String, Bed>?.wet: Boolean get() = true
@all:Checked val depth: Int = 1
val prices = $$"$100 for $bed, $$name and $${bed.depth}" + $$"""{"$schema": "$$name"}""" + $$$"$$bed $$$bed"
