import type { Completion, OptionSpec } from "../options/spec.js";
import { type CompletedCommand, completedCommands, firstWords, groups, spellings, valueCompletion } from "./model.js";

/** For bash from 3.2 up: no associative arrays, no mapfile. */
export function bashScript(): string {
  return `# Completion of sxp for bash: eval "$(sxp completion bash)"
_sxp_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
}
_sxp_files() {
  local ending file
  compopt -o filenames 2>/dev/null
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$cur")
  (($# == 0)) && while IFS= read -r file; do [[ -f $file ]] && COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
  for ending in "$@"; do
    while IFS= read -r file; do [[ -f $file ]] && COMPREPLY+=("$file"); done < <(compgen -f -X "!*.$ending" -- "$cur")
  done
}
_sxp_queries() {
  local word
  for word in "\${COMP_WORDS[@]}"; do
    [[ $word == *.sxp ]] && _sxp_words "$(sxp completion "queries:$word" 2>/dev/null)"
  done
}
_sxp() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then _sxp_words "${[...firstWords(), "--help", "--version"].join(" ")}"; return; fi
${[...groups()].map(([first, seconds]) => group(first, seconds)).join("")}  case "$command" in
${completedCommands().map(branch).join("")}  esac
}
complete -F _sxp sxp
`;
}

const group = (first: string, seconds: readonly string[]): string => `  if [[ $command == ${first} ]]; then
    if ((COMP_CWORD == 2)); then _sxp_words "${seconds.join(" ")}"; return; fi
    command="${first} \${COMP_WORDS[2]}"
  fi
`;

function branch({ words, options, operand }: CompletedCommand): string {
  const valued = options.filter(({ value }) => value !== undefined);
  const values = valued.map(
    (option) => `        ${spellings(option).join("|")}) ${action(valueCompletion(option))}; return ;;\n`,
  );
  const cases = values.length === 0 ? "" : `      case "$prev" in\n${values.join("")}      esac\n`;
  return `    "${words.join(" ")}")
${cases}      if [[ $cur == -* ]]; then _sxp_words "${options.map(dashed).join(" ")}"; else ${action(operand)}; fi ;;
`;
}

const dashed = ({ name }: OptionSpec): string => `--${name}`;

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return ["_sxp_files", ...completion.endings].join(" ");
    case "words":
      return `_sxp_words "${completion.words.join(" ")}"`;
    case "queries":
      return "_sxp_queries";
    case "nothing":
      return ":";
  }
}
