#!/usr/bin/awk -f
# Counts words. TODO: count more
@include "library.awk"
@load "filefuncs"
@namespace "shop"

BEGIN {
    FS = ":"; OFS = "\t"; RS = ""; ORS = "\n"; IGNORECASE = 1
    total = 0; pi = 3.14159; big = 1e10; hex = 0x1F; octal = 017; half = .5
    text = "double \"quoted\" \t \x41 \101 %s /slash/ \\"
    split("a b c", parts, / +/)
}

BEGINFILE { print FILENAME; nextfile }
ENDFILE { close(FILENAME) }

/^[a-z]+[^0-9\/\]]*(foo|bar){2,3}$/ { matched++ }
!/skip/ && $1 ~ /x.*y\/z/ || $NF !~ "string" { print $0, $(NF - 1), NR, FNR }
NR == 1, NR == 10 { next }
$3 > 100 && /start/, /end/ { sum += $3 / 2 }

function add(a, b,    local_one, i) {
    for (i = 1; i <= length(a); i++) {
        if (!(i in seen)) seen[a[i]]++
        else if (i % 2 == 0) continue
        else break
    }
    while ((getline line < "file.txt") > 0) count++
    do { i-- } while (i > 0)
    delete seen["x"]
    for (key in seen) printf "%-10s %5.2f\n", key, seen[key] > "/dev/stderr"
    switch (b) {
    case 1: return a ^ 2
    case "two": return a ** b
    case /re/: exit 1
    default: break
    }
    return a == b ? a : -b
}

func helper(x) { return x }

{
    n = gsub(/a/, "b", $2); sub("c", "d"); m = match($0, /([0-9]+)/, groups)
    s = substr($0, RSTART, RLENGTH) tolower($1) toupper($2) sprintf("%d", n) index(s, "t") length
    x = sin(1) + cos(2) * exp(3) - log(4) / sqrt(5) + int(rand() * 10); srand(); atan2(0, -1)
    a += 1; b -= 2; c *= 3; d /= 4; e %= 5; f ^= 6; g **= 7; h++; --i
    "date" | getline now; print "x" | "sort -n"; print "y" |& "cmd"; print > "out.txt"; print >> "log.txt"
    system("ls -la"); fflush(); close("sort -n"); strftime("%Y", systime()); gensub(/x/, "y", "g"); asort(arr); strtonum("0x1F")
    if (ENVIRON["HOME"] != ARGV[1] && ARGC >= 2) print SUBSEP, CONVFMT, PROCINFO["pid"], RT, FIELDWIDTHS, @indirect(1), shop::total
}

END {
    print "total:", total, \
        "lines"
}
