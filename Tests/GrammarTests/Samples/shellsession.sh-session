$ ls -la | grep "foo"
total 3
drwx x
# apt install x
> continued
user@host:~/dir$ cd /tmp && echo $HOME
[root@box /]# rm -rf x
% zsh cmd
(venv) $ python x.py
output $ not prompt
➜  ~ git status
sh-4.2$ ls
>>> 1 + 1
C:\> dir
~ $ pwd
root@host:/# id
$ cat <<EOF
> hi
> EOF
hi
