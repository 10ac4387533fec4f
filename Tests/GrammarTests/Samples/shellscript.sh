#!/usr/bin/env bash
set -euo pipefail
readonly NAME="value"
export PATH=$PATH:/usr/local/bin FOO='single'
declare -a arr=(one two "three four")
declare -A map=([a]=1 [b]=2)
local x=5
name=World; y=$(date +%s)
function greet() {
  local who="$1" n=${2:-3}
  echo "Hello, ${who}! $(whoami) `pwd` $((1 + 2)) \$ \n"
  return 0
}
cleanup () {
  rm -rf "$TMP" || true
}
if [[ -f "$file" && $x -gt 3 || ! -d /tmp ]]; then
  echo yes
elif [ "$a" = "b" ]; then
  printf '%s\n' "$x"
else
  exit 1
fi
for i in 1 2 3; do echo $i; done
for f in *.txt "${arr[@]}"; do
  cat "$f" | grep -E 'foo|bar' | awk '{print $1}' > out.txt 2>&1
done
for ((i=0; i<10; i++)); do :; done
while read -r line; do
  [[ $line =~ ^#.*$ ]] && continue
  ((count++))
done < input.txt
until false; do break; done
case "$1" in
  start|stop) echo ok ;;
  [0-9]*) shift ;;
  *) usage; exit 2 ;;
esac
cat <<EOF
Hello $name
$(ls)
EOF
cat <<'EOF' > file
raw $x
EOF
cat <<-END
	indented
	END
cmd <<< "here string"
x=$((x * 2)); let x+=1
trap cleanup EXIT INT
echo ${#arr[@]} ${x%.*} ${x//a/b} ${x:1:2} ${!ref} ${x^^} $? $# $@ $* $$ $! $0 $1 "${x:?err}"
diff <(sort a) <(sort b)
source ./lib.sh; . ./env
git commit -m "msg" --amend && make -j4 all & wait
sudo apt-get install -y curl; [ -n "$x" ] && test -e foo
select opt in a b; do break; done
time ls; exec 3>&1; { echo a; echo b; } > f
(cd /tmp && ls)
alias ll='ls -la'
a+=(x); arr[0]=1; unset arr
echo $'ansi \n' $"loc" a\ b ~/x --opt=val -x 42
if ! command -v foo >/dev/null 2>&1; then foo; fi
curl -s https://x.y/z?a=1 | jq -r '.a'
while IFS= read -r line || [[ -n $line ]]; do echo "${line^}" "${line,,}" "${line:0:-1}"; done < <(find . -name '*.sh')
coproc WORKER { sleep 1; }
time -p make; EMPTY= next
if [[ ( -z $a && $d =~ [0-9]+ ) ]]; then :; fi
while read -r bed; do dig "$bed"; done < beds.txt > log 2>&1; { rest; } >> log 2>&1 && (wait) > log 2>&1
export DATE=`date +%F` BED=raised; local depth=5 name=bed version=1.2.3 path=~/beds/5
ROWS=`count`x dig
