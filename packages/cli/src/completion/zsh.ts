import type { Completion, OptionSpec } from "../options/spec.js";
import { type CompletedCommand, completedCommands, groups, shellQuote, spellings, valueCompletion } from "./model.js";

/** For zsh: as a file `_sxp` in $fpath, or evaluated behind compinit. */
export function zshScript(): string {
  const commands = completedCommands();
  const described = commands
    .filter(({ words }) => words.length === 1)
    .map(({ words, summary }) => `${words[0]}:${summary}`);
  const first = [...described, ...[...groups()].map(([word, seconds]) => `${word}:${seconds.join(" or ")}`)];
  return `#compdef sxp
# Completion of sxp for zsh: eval "$(sxp completion zsh)" behind compinit

_sxp_queries() {
  local word
  local -a names
  for word in $words; do
    [[ $word == *.sxp ]] && names+=("\${(@f)$(sxp completion "queries:$word" 2>/dev/null)}")
  done
  compadd -a names
}

_sxp() {
  local command=$words[2]
  if (( CURRENT == 2 )); then
    local -a commands=(${first.map(shellQuote).join(" ")})
    _describe command commands
    return
  fi
${[...groups()].map(([word, seconds]) => group(word, seconds)).join("")}  (( CURRENT -= 1 ))
  shift words
  case $command in
${commands.map(branch).join("")}  esac
}

if [[ $funcstack[1] == _sxp ]]; then _sxp "$@"; else compdef _sxp sxp; fi
`;
}

const group = (first: string, seconds: readonly string[]): string => `  if [[ $command == ${first} ]]; then
    if (( CURRENT == 3 )); then compadd ${seconds.join(" ")}; return; fi
    command="${first} $words[3]"
    (( CURRENT -= 1 ))
    shift words
  fi
`;

function branch({ words, options, operand }: CompletedCommand): string {
  const specs = [...options.map(optionSpec), `'*: :${action(operand)}'`];
  return `    ${shellQuote(words.join(" "))})
      _arguments -s ${specs.join(" \\\n        ")} ;;
`;
}

function optionSpec(option: OptionSpec): string {
  const { summary, value } = option;
  const names = spellings(option);
  const says = `[${summary.replaceAll(/[[\]:\\]/g, "\\$&")}]`;
  const argument = value === undefined ? "" : `:${value.name}:${action(valueCompletion(option))}`;
  const repeats = value?.multiple ? "*" : `(${names.join(" ")})`;
  const spelled = names.length === 1 ? names[0]! : `{${names.join(",")}}`;
  return names.length === 1
    ? shellQuote(`${repeats}${spelled}${says}${argument}`)
    : `${shellQuote(repeats)}${spelled}${shellQuote(says + argument)}`;
}

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return completion.endings.length === 0 ? "_files" : `_files -g "*.(${completion.endings.join("|")})"`;
    case "words":
      return `(${completion.words.join(" ").replaceAll(":", "\\:")})`;
    case "queries":
      return "_sxp_queries";
    case "nothing":
      return " ";
  }
}
