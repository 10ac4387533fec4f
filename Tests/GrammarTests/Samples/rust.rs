#![allow(dead_code)]
//! Crate docs
/// Item docs `x`
/* block /* nested */ */
use std::collections::{HashMap, self};
use std::fmt::Result as FmtResult;
use crate::foo::*;
extern crate serde;
mod inner;
pub(crate) mod other { pub use super::Thing; }

#[derive(Debug, Clone, PartialEq)]
#[cfg(feature = "x")]
pub struct Point<'a, T: Display + 'static> where T: Copy {
    pub x: f64,
    y: &'a mut T,
    z: [u8; 4],
    f: Box<dyn Fn(i32) -> Option<String>>,
}
struct Unit;
struct Tuple(pub i32, String);
enum Shape { Circle(f64), Rect { w: f64, h: f64 }, Empty = 3 }
union U { a: u32, b: f32 }
trait Area: Sized {
    const N: usize = 3;
    type Item;
    fn area(&self) -> f64;
    fn with<'b>(&'b mut self, n: usize) -> Self where Self: Sized;
}
impl<'a, T> Area for Point<'a, T> where T: Display {
    fn area(&self) -> f64 { self.x * 2.0 }
}
impl Iterator for Counter {
    type Item = u32;
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(x) = self.inner.next() { return Some(x); }
        None
    }
}
const MAX_SIZE: usize = 1_000;
static mut COUNTER: AtomicUsize = AtomicUsize::new(0);
type Res<T> = std::result::Result<T, Box<dyn Error>>;
macro_rules! vec_of {
    ($($x:expr),* $(,)?) => { { let mut v = Vec::new(); $(v.push($x);)* v } };
    ($name:ident) => { stringify!($name) };
}
pub async unsafe fn run<T>(arg: &T, mut n: i32) -> Result<(), MyError> {
    let mut s = String::from("a\n\u{1F600} {} {:?} {name} {0:>5}");
    let raw = r#"raw "str" \n"#;
    let bytes = b"bytes\x00"; let c = 'x'; let e = '\n'; let b = b'a'; let cs = c"cstr";
    let v: Vec<i32> = vec![1, 2, 3];
    let closure = |a: i32, b| -> i32 { a + b };
    let n = 0xff_u8 + 0b1010 + 0o77 + 1e10 + 2.5f32 + 1_000i64;
    match v.iter().map(|x| x * 2).collect::<Vec<_>>() {
        ref x if x.len() > 3 => println!("{}", x.len()),
        Shape::Circle(r) | Shape::Rect { w: r, .. } => {}
        1..=5 => (), 'a'..='z' => todo!(),
        x @ 1 => {}
        _ => unreachable!("no {}", 3),
    }
    'outer: loop { while let Some(t) = stack.pop() { break 'outer; } continue; }
    for (i, x) in v.iter().enumerate() { print!("{i}{x}"); }
    let p = Point { x: 1.0, y: &mut s };
    let r = &*p; let q = &&x; *r += 1; x <<= 2; a && b || !c;
    let t = x as u64 as *const u8;
    foo::bar::<T>(x)?.await;
    let y = if a { 1 } else { 2 };
    unsafe { COUNTER += 1; asm!("nop"); }
    let z = (1, "a").0; x.0.1;
    let Self { a, .. } = self;
    Self::new(); Foo::CONST; std::i32::MAX;
    return Ok(());
}
extern "C" { fn abs(input: i32) -> i32; }
fn dynf(x: impl Into<String>, f: fn(u8) -> u8, p: *mut c_void) -> ! { loop {} }
/*! Inner docs. */
unsafe extern "C" { safe fn sqrt(x: f64) -> f64; }
default impl<T> Area for T { default fn area(&self) -> f64 { let p = &raw const self.x; let union = 3; format!("{{}} {{{p:?}}} {:>{union}}", 1) } }
impl<T1, U8X> From<Pair<T1, OS_STRING_u>> for A0 { fn from(x: U16) -> Vec<T1> { U32::new(DW_AT_name | MAX_LEN) } }
pub const SYS_mlockall: Word = 230;
#[unsafe(no_mangle)] #[unsafe(link_section = ".beds")] pub extern "C" fn dig() {}
