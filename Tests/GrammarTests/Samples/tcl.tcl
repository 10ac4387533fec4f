#!/usr/bin/env tclsh
# A comment. TODO: tidy up
package require Tcl 8.6
package provide shop 1.0
namespace eval ::shop {
    variable count 0
    namespace export add* remove
    namespace import ::other::*
}

set name "double quoted $name ${odd name} $array(key) [string length $text] \t \x41 \u00e9 \$ \""
set braces {braces $no [no] {nested} \n}
set list [list 1 2.5 0x1F 1e10 "a" {b c} -3]
set value [expr {($a + $b) * 2 ** 3 % 4 == 5 && !$c || $d <= 1.5 ? "yes" : "no"}]
array set table {key value other 2}
dict set options verbose true

proc ::shop::add {item {price 0.0} args} {
    variable count
    global env argv
    upvar 1 $item local
    if {[string equal $item "x"] || ![info exists table($item)]} {
        puts stderr "bad item: $item"
        return -code error "no such item"
    } elseif {$price > 100} {
        error "too much"
    } else {
        incr count
        lappend ::items $item $price
    }
    foreach {key value} $args { dict set opts $key $value }
    for {set i 0} {$i < [llength $args]} {incr i} {
        if {$i eq 3} { continue }
        break
    }
    while {[gets $channel line] >= 0} {
        append result $line "\n"
        if {[regexp -nocase {^(\w+)\s*=\s*([^#]*)$} $line -> var val]} { set $var $val }
        regsub -all {\s+} $line { } line
    }
    switch -glob -- $value {
        "a*" { puts a }
        b - c { puts "b or c" }
        default { puts other }
    }
    if {[catch {open $file r} fd options]} { return [list 0 $fd] }
    try {
        set data [read $fd]
    } on error {msg opts} {
        puts $msg
    } trap {POSIX ENOENT} {} {
    } finally {
        close $fd
    }
    after 100 [list ::shop::tick $item]
    uplevel 1 { set x 1 }
    eval $script; subst {$x}; source file.tcl; exec ls -l | grep x; unset x; exit 0
    return $count
}

oo::class create Item {
    superclass Base
    variable name price
    constructor {n {p 0}} { set name $n; set price $p }
    destructor { my cleanup }
    method label {args} { return "[my name] costs $price" }
    method name {} { return $name }
}
set item [Item new "thing" 5]
$item label; my destroy; self object; next
button .b -text "OK" -command { exit } ; pack .b -side left
bind . <Key-Escape> { destroy . }
proc empty {} {}
puts [format "%5.2f %s" 3.14159 [clock format [clock seconds] -format "%Y-%m-%d"]]
lassign [split $line ,] a b c; lsort -integer $list; lindex $list end; string map {a b} $s; join $list ","
puts -nonewline "done" ;# trailing comment
coroutine gen apply {{} { yield; tailcall foo }}; throw {A B} msg; rename old new; trace add variable x write cb
