# Runs every command on a terminal, on a library whose texts, names and errors are full of escape sequences: none arrives.

terminal_runs=0
evil=$'\e]0;title\a\e[31mred\e[2J\x9b31m\r\b\x7f'
library=$work/terminal
id() { printf '00000000-0000-4000-8000-%012d' "$1"; }

# Double-quoted YAML can hold what a plain text cannot.
yaml='"\e]0;title\a\e[31mred\e[2J\N\x9b31m\r\b\x7f\u202E evil"'
mkdir -p "$library"/{books,quotes/$'\e[31mfolder',genres,tags,issues}
echo "format: 1
name: $yaml" >"$library/shelf.yaml"
echo "id: $(id 1)
name: $yaml
color: $yaml" >"$library/genres/"$'\e[31mgenre.yaml'
echo "id: $(id 2)
name: $yaml" >"$library/tags/tag.yaml"
for number in 3 4; do
  echo "id: $(id $number)
title: $yaml
author: [$yaml, $yaml]
status: $yaml
rating: $yaml
genres: [$(id 1), $(id 9), $yaml]
series: $yaml
synopsis: $yaml
review: $yaml
dateAdded: $yaml
$yaml: $yaml" >"$library/books/"$'\e[31mbook\a\n'"$number.yaml"
done
echo "id: $(id 5)
book: $(id 3)
page: $yaml
creationDate: $yaml
text: $yaml" >"$library/quotes/"$'\e[31mfolder/quote.yaml'
echo "id: $(id 6)
title: $yaml
priority: $yaml
tags: [$(id 2), $yaml]
books: [$(id 3)]
content: $yaml" >"$library/issues/issue.yaml"
printf 'id: x\e[31m\n' >"$library/books/"$'broken\e]0;x\a.yaml'
printf 'title: [\e[31m\xff' >"$library/books/broken.yaml"

# Runs a command on a terminal of its own and checks what arrives there: on_terminal ARGUMENT...
on_terminal() {
  local quoted
  terminal_runs=$((terminal_runs + 1))
  quoted=$(printf '%q ' "$shelf" --library "$library" "$@")
  # On a dumb terminal nothing is painted, and a question is a line, which the end of the input answers.
  TERM=dumb script -qec "stty cols 100 -onlcr; $quoted" "$work/typescript" </dev/null >"$work/out" 2>&1 || true
  # With NO_COLOR nothing may be left but text, tabs and line feeds: no control below U+0020, no DEL, no C1 control.
  if LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' "$work/out"; then
    violation "terminal: $*: $(LC_ALL=C grep -P '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]' "$work/out" |
      head -2 | cat -v)"
  fi
}

book=$(id 3)
for kind in book quote genre tag issue; do
  on_terminal "$kind" list
  for format in table tsv csv json jsonl yaml ids; do on_terminal "$kind" list --format "$format"; done
  on_terminal "$kind" list "$evil"
  on_terminal "$kind" list --columns "$evil"
  on_terminal "$kind" show "$evil"
  on_terminal "$kind" set "$evil" "$evil=$evil"
  on_terminal "$kind" add "$evil"
  on_terminal "$kind" delete "$evil" --yes
  on_terminal "$kind" edit "$evil"
  on_terminal "$kind" "$evil"
done
for number in 1:genre 2:tag 3:book 5:quote 6:issue; do
  record=$(id "${number%%:*}")
  on_terminal "${number##*:}" show "$record"
  on_terminal "${number##*:}" show "$record" --format json
  on_terminal "${number##*:}" show "${record#0000}"
  on_terminal "${number##*:}" delete "$record" --dry-run
done
on_terminal book show red
on_terminal book set "$book" title=Plain rating=3 --dry-run
on_terminal book set "$book" "title=$evil"
on_terminal book set "$book" rating=4
on_terminal book set "$book" "review=@$evil"
on_terminal book show "books/"$'broken\e]0;x\a.yaml'
on_terminal book show books/broken.yaml
on_terminal book start "$book"
on_terminal book finish "$book"
on_terminal undo --list
on_terminal undo --dry-run
on_terminal undo --yes
on_terminal undo --redo
on_terminal genre delete "$(id 1)" --yes
on_terminal undo 99
on_terminal undo "$evil"
on_terminal "$evil"
on_terminal "--$evil"
on_terminal --color "$evil" book list
on_terminal --library "$work/$evil" book list
on_terminal init --no-git "$work/new$evil"
on_terminal init --no-git "$work/new$evil" --sample
EDITOR=false on_terminal book edit "$book"
EDITOR="sh -c 'printf \"[\\\\033[31m\" > \"\$1\"' -" on_terminal book edit "$book"
for command in search doctor stats log export; do on_terminal "$command" "$evil"; done
on_terminal stats
on_terminal doctor
printf 'format: 1\nfields: {"\\e[31m": {"\\e[31m": {type: "\\e[31m"}}}\n' >"$library/shelf.yaml"
on_terminal book list
printf 'format: "\e[31m"\n' >"$library/shelf.yaml"
on_terminal book list
echo "terminal: $terminal_runs commands were run on a terminal, and no control character arrived"
