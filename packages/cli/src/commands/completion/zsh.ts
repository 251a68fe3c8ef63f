import type { Completion, OptionSpec } from "../../spec/spec.js";
import {
  type CompletedCommand,
  FILE_PREFIXES,
  isPrefix,
  type Model,
  type Offered,
  shellQuote,
  spellings,
  valueCompletion,
} from "./model.js";

/** For zsh: as a file `_sxp` in $fpath, or evaluated after compinit. */
export function zshScript({ commands, firsts, groups }: Model): string {
  return `#compdef sxp
# Completion of sxp for zsh: eval "$(sxp completion zsh)" after compinit

_sxp_queries() {
  local word
  local -a names
  for word in "\${(@Q)words}"; do
    [[ $word == *.sxp ]] && names+=(\${(f)"$(sxp completion "queries:\${word/#\\~\\//$HOME/}" 2>/dev/null)"})
  done
  compadd -a names
}

_sxp_prefixed() {
  if compset -P '(${FILE_PREFIXES.join("|")}):'; then _files; return; fi
  compset -P '*:' && return 1
  compadd -- \${@:#*:}
  compadd -S '' -- \${(M)@:#*:}
}

_sxp() {
  local command=$words[2]
  if (( CURRENT == 2 )); then
    local -a commands=(${described(firsts)})
    _describe command commands
    return
  fi
${groups.map(([word, seconds]) => group(word, seconds)).join("")}  (( CURRENT -= 1 ))
  shift words
  case $command in
${commands.map((each) => branch(each, firsts)).join("")}  esac
}

if [[ $funcstack[1] == _sxp ]]; then _sxp "$@"
elif (( $+functions[compdef] )); then compdef _sxp sxp
else print -u2 'sxp: completion needs compinit before it: autoload -Uz compinit && compinit'
fi
`;
}

const described = (offered: readonly Offered[]): string =>
  offered.map(({ word, summary }) => shellQuote(`${word}:${summary}`)).join(" ");

const group = (first: string, seconds: readonly Offered[]): string => `  if [[ $command == ${first} ]] ||
    [[ $command == help && $words[3] == ${first} && $CURRENT == 4 ]]; then
    (( CURRENT -= 1 ))
    shift words
    if [[ $command == help ]] || (( CURRENT == 2 )); then
      local -a commands=(${described(seconds)})
      _describe command commands
      return
    fi
    command="${first} $words[2]"
  fi
`;

function branch({ words, options, operand }: CompletedCommand, firsts: readonly Offered[]): string {
  // An operand without completion is left out: its message would keep options from being inserted.
  const operands =
    words[0] === "help" ? [helpOperand(firsts)] : operand.kind === "nothing" ? [] : [`*: :${action(operand)}`];
  const specs = [...options.map(optionSpec), ...operands.map(shellQuote)];
  return `    ${shellQuote(words.join(" "))})
      _arguments -s ${specs.join(" \\\n        ")} ;;
`;
}

const helpOperand = (firsts: readonly Offered[]): string =>
  `1:command:((${firsts.map(({ word, summary }) => `${word}\\:${JSON.stringify(summary)}`).join(" ")}))`;

/** `--data=` takes its value as the next word or after "=", `-d+` as the next word or at once. */
function optionSpec(option: OptionSpec): string {
  const { summary, value } = option;
  const names = spellings(option);
  const says = `[${summary.replaceAll(/[[\]:\\]/g, "\\$&")}]`;
  const argument = value === undefined ? "" : `:${value.name}:${action(valueCompletion(option))}`;
  const repeats = value?.multiple ? "*" : `(${names.join(" ")})`;
  const forms = names.map((name) => (value === undefined ? name : `${name}${name.startsWith("--") ? "=" : "+"}`));
  return forms.length === 1
    ? shellQuote(`${repeats}${forms[0]}${says}${argument}`)
    : `${shellQuote(repeats)}{${forms.join(",")}}${shellQuote(says + argument)}`;
}

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      if (completion.endings.length === 0) return "_files";
      return inTurn(`_files -g "${pattern(completion.endings)}"`, completion.words);
    case "words":
      return completion.words.some(isPrefix)
        ? ` _sxp_prefixed ${completion.words.join(" ").replaceAll(":", "\\:")}`
        : `(${completion.words.join(" ")})`;
    case "queries":
      return "_sxp_queries";
    case "nothing":
      return " ";
  }
}

const inTurn = (files: string, words: readonly string[] = []): string =>
  words.length === 0 ? files : `{ compadd -- ${words.join(" ")}; ${files} }`;

/** One ending has no parentheses: at the end of a pattern zsh reads those as glob qualifiers. */
const pattern = (endings: readonly string[]): string =>
  endings.length === 1 ? `*.${endings[0]}` : `*.(${endings.join("|")})`;
