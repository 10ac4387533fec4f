#!/usr/bin/env fish
# comment
function greet --description 'Say hi' -a name
    set -l x 5; set -gx PATH $PATH /usr/bin
    if test -n "$name"; and not contains a $list
        echo "Hello, $name! \n (date) \$x $list[1]" 'single \' x' > /dev/null 2>&1
    else if [ $x -eq 3 ]
        return 1
    else
        printf '%s\n' $argv[1..-1] | grep -v --color=auto foo; or exit 2
    end
    for i in (seq 1 10) a* b?
        math $i + 1; continue
    end
    while true; break; end
    switch $x
        case a 'b*'
            builtin cd ~/x
        case '*'
            command ls -la
    end
    begin; echo a; end
    string match -r '^a' -- $x; and echo yes &
    echo $status $argv $$x \x41 \u1234 {a,b}c a\ b $(pwd)
    cat <file >>out ^err 2>/dev/null
    set -q VAR[1] && eval foo || source x.fish
end
alias ll 'ls -l'
abbr -a g git
bind \cx foo; complete -c x -s h -d 'help'; status is-interactive; read -P x; jobs; functions -q y; emit ev; disown; history; type z; and not true; function x --on-event fish_prompt; end
function on_exit; not string length -q "$(pwd) $list[1][2..3]"; or begin echo done; end; end
for file in *.txt; test -e $file[1][2]; end
