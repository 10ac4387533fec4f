#!/usr/bin/env groovy
package shop.orders

import groovy.transform.CompileStatic
import static java.lang.Math.max
import java.util.concurrent.TimeUnit as Unit

/**
 * One line of an order.
 * @param name what is bought
 * @return nothing
 */
@CompileStatic
@Grab(group = 'org.slf4j', module = "slf4j-api", version = '2.0.7')
class Line implements Comparable<Line> {
    static final int LIMIT = 1_000
    private String name
    BigDecimal price = 12.50g
    protected List<String> tags = ['a', "b"]
    def count = 0

    Line(String name, BigDecimal price) {
        this.name = name
        this.price = price
    }

    @Override
    int compareTo(Line other) {
        return price <=> other.price
    }

    public String toString() {
        "Line $name costs ${price * 1.19} and ${tags.collect { it.toUpperCase() }.join(', ')}\n"
    }
}

interface Priced {
    BigDecimal total()
}

trait Named {
    String title = 'none'
    abstract void show()
}

enum Size {
    SMALL, LARGE
}

/* plain block
   comment */
def add(int a, int b = 2) {
    a + b
}

def lines = [new Line('pen', 1.5), new Line("book", 20)]
def options = [color: 'red', size: 10, 'quoted key': true, (Size.SMALL): null]
def total = lines.sum { it.price } ?: 0
def square = { int x -> x * x }
def text = """
    Dear ${options.color?.toString()},
    this costs \$${total}
"""
def raw = '''no $interpolation here'''
def pattern = ~/\d+\s*(?:EUR|USD)/
def path = $/C:\temp\$name/$

if (text =~ pattern || 'abc' ==~ /[a-c]+/) {
    println "matched"
} else if (!(total > 3) && lines instanceof List) {
    throw new IllegalStateException("bad: ${total}")
} else {
    assert 1 in [1, 2, 3] : 'not there'
}

switch (total) {
    case 0..10:
        println 'cheap'
        break
    case BigDecimal:
    default:
        println('dear')
}

for (line in lines) {
    if (line.count == 0) continue
    line.count++
    line.count += 2
}

for (int i = 0; i < 10; i++) {
    while (true) { break }
}

try {
    def number = '0x1F' as Integer
    int hex = 0xFF ^ 0b11
    long big = 12L << 2
    double small = 1e-3d
    String[] names = lines*.name as String[]
    def upper = names.collect(String.&valueOf)
} catch (IOException | NumberFormatException e) {
    log.error('failed', e)
} finally {
    lines.each { println it }
}

pipeline {
    agent any
    stages {
        stage('Build') {
            steps {
                sh 'make'
                sh "echo ${env.BUILD_ID}"
            }
        }
    }
}

dependencies {
    implementation 'org.slf4j:slf4j-api:2.0.7'
    testImplementation(project(':core')) { transitive = false }
}
println square(4)
outer:
for (bed in [raised: 1, deep : 2]) { continue outer }
inner: while (true) { def wet = dry ? left : right; break inner }
