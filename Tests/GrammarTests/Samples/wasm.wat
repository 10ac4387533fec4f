;; A module that shows the text format.
(module $demo
  (import "env" "log" (func $log (param i32)))
  (memory $mem (export "memory") 1 2)
  (data (i32.const 0) "hi\n\00\u{41}")
  (global $count (mut i32) (i32.const -0x1F))
  (table $fns 2 funcref)
  (elem (i32.const 0) $add $main)
  (type $binary (func (param i32 i32) (result i32)))
  (; a block comment
     (; nested ;) still a comment ;)
  (func $add (type $binary) (param $a i32) (param $b i32) (result i32)
    local.get $a
    local.get $b
    i32.add)
  (func $main (export "main") (result f64) (local $i i64)
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $i)))
        (call $log (i32.load8_u offset=4 align=1 (i32.const 8)))
        (br $again)))
    (if (result i32) (i32.lt_s (global.get $count) (i32.const 1_000))
      (then (i32.const 1))
      (else (call $add (i32.const 1) (i32.const 2))))
    drop
    f32.const 1.5e3
    f64.const -inf
    f64.const 0x1.8p3
    v128.const i32x4 1 2 3 4
    i32x4.add
    memory.grow
    select
    call_indirect (type $binary)
    return
    unreachable)
  (start $main))
