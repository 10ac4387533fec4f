//! How long syntect takes for a file, in process and warm: `syntect-peer PASSES FILE...` prints for each file the
//! median milliseconds, or `none` where its default set has no syntax for it.

use std::hint::black_box;
use std::time::Instant;

use syntect::easy::HighlightLines;
use syntect::highlighting::ThemeSet;
use syntect::parsing::SyntaxSet;
use syntect::util::LinesWithEndings;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let passes: usize = arguments.next().and_then(|text| text.parse().ok()).expect("usage: syntect-peer PASSES FILE...");
    let syntaxes = SyntaxSet::load_defaults_newlines();
    let themes = ThemeSet::load_defaults();
    let theme = &themes.themes["base16-ocean.dark"];
    for path in arguments {
        let text = std::fs::read_to_string(&path).expect("a text");
        let Ok(Some(syntax)) = syntaxes.find_syntax_for_file(&path) else {
            println!("{path} none");
            continue;
        };
        let pass = || {
            let start = Instant::now();
            let mut highlighter = HighlightLines::new(syntax, theme);
            for line in LinesWithEndings::from(&text) {
                black_box(highlighter.highlight_line(line, &syntaxes).expect("a sound syntax"));
            }
            start.elapsed().as_secs_f64() * 1000.0
        };
        pass();
        let mut times: Vec<f64> = (0..passes).map(|_| pass()).collect();
        times.sort_by(f64::total_cmp);
        println!("{path} {:.3}", times[times.len() / 2]);
    }
}
