import type { Completion, OptionSpec } from "../../spec/spec.js";
import { type CompletedCommand, FILE_PREFIXES, type Model, spellings, valueCompletion, wordsOf } from "./model.js";

/** For bash from 3.2 up: no associative arrays, no mapfile. Readline takes "=" and ":" for words of their own. */
export function bashScript(model: Model): string {
  return `# Completion of sxp for bash: eval "$(sxp completion bash)"
_sxp_plain() {
  REPLY=$1
  case $REPLY in
    \\'* | \\"*) REPLY=\${REPLY:1}; REPLY=\${REPLY%[\\'\\"]} ;;
    *) REPLY=\${REPLY//\\\\/} ;;
  esac
}
_sxp_home() {
  [[ $REPLY == "~/"* ]] && REPLY=$HOME/\${REPLY:2}
}
_sxp_words() {
  local word
  for word in "$@"; do [[ $word == "$cur"* ]] && COMPREPLY+=("$word"); done
  [[ \${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null
}
_sxp_files() {
  local ending file REPLY
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do
    REPLY=$file
    _sxp_home
    if (($# == 0)) || [[ -d $REPLY ]]; then COMPREPLY+=("$file"); continue; fi
    for ending in "$@"; do [[ $file == *."$ending" ]] && COMPREPLY+=("$file"); done
  done < <(compgen -f -- "$cur")
}
_sxp_queries() {
  local word name REPLY
  for word in "\${COMP_WORDS[@]}"; do
    _sxp_plain "$word"
    _sxp_home
    [[ $REPLY == *.sxp ]] || continue
    while IFS= read -r name; do _sxp_words "$name"; done < <(sxp completion "queries:$REPLY" 2>/dev/null)
  done
}
_sxp() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} mark= REPLY
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then _sxp_words ${wordsOf(model.firsts)} --help --version; return; fi
  if [[ $cur == [=:] ]]; then mark=$cur cur=
  elif [[ $prev == [=:] ]]; then mark=$prev prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  _sxp_plain "$cur"
  cur=$REPLY
  if [[ $mark == : ]]; then
    case $prev in ${FILE_PREFIXES.join(" | ")}) _sxp_files ;; esac
    return
  fi
${model.groups.map(([first, seconds]) => group(first, wordsOf(seconds))).join("")}  case $command in
${model.commands.map((each) => branch(each, model)).join("")}  esac
}
complete -F _sxp sxp
`;
}

const group = (first: string, seconds: string): string => `  if [[ $command == ${first} ]]; then
    if ((COMP_CWORD == 2)); then _sxp_words ${seconds}; return; fi
    command="${first} \${COMP_WORDS[2]}"
  fi
`;

function branch({ words, options, operand }: CompletedCommand, model: Model): string {
  const valued = options.filter(({ value }) => value !== undefined);
  const values = valued.map(
    (option) => `        ${spellings(option).join(" | ")}) ${action(valueCompletion(option))}; return ;;\n`,
  );
  const cases = values.length === 0 ? "" : `      case $prev in\n${values.join("")}      esac\n`;
  return `    "${words.join(" ")}")
${cases}      if [[ $cur == -* ]]; then _sxp_words ${options.map(dashed).join(" ")}; else ${words[0] === "help" ? helpOperands(model) : action(operand)}; fi ;;
`;
}

const dashed = ({ name }: OptionSpec): string => `--${name}`;

function helpOperands({ firsts, groups }: Model): string {
  const seconds = groups.map(([first, offered]) => `${first}) _sxp_words ${wordsOf(offered)} ;;`);
  return `case $prev in help) _sxp_words ${wordsOf(firsts)} ;; ${seconds.join(" ")} esac`;
}

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return [["_sxp_files", ...completion.endings], ...(completion.words ? [["_sxp_words", ...completion.words]] : [])]
        .map((words) => words.join(" "))
        .join("; ");
    case "words":
      return ["_sxp_words", ...completion.words].join(" ");
    case "queries":
      return "_sxp_queries";
    case "nothing":
      return ":";
  }
}
