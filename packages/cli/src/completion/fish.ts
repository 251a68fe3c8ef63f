import type { Completion, OptionSpec } from "../options/spec.js";
import { type CompletedCommand, completedCommands, groups, valueCompletion } from "./model.js";

/** For fish: ~/.config/fish/completions/sxp.fish */
export function fishScript(): string {
  const commands = completedCommands();
  const top = commands.filter(({ words }) => words.length === 1);
  return `# Completion of sxp for fish: sxp completion fish > ~/.config/fish/completions/sxp.fish

function __sxp_is
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    set -l last (math (count $argv) + 1)
    set -l given $words[2..$last]
    test "$given" = "$argv"
end

function __sxp_queries
    for word in (commandline -opc)
        string match -q '*.sxp' -- $word; and sxp completion "queries:$word" 2>/dev/null
    end
end

complete -c sxp -f
${[
  ...top.map(({ words, summary }) => `complete -c sxp -n __fish_use_subcommand -a ${words[0]} -d ${quote(summary)}`),
  ...[...groups()].flatMap(([first, seconds]) => [
    `complete -c sxp -n __fish_use_subcommand -a ${first} -d ${quote(seconds.join(" or "))}`,
    `complete -c sxp -n 'test (count (commandline -opc)) -eq 2; and __sxp_is ${first}' -a ${quote(seconds.join(" "))}`,
  ]),
  ...commands.flatMap(ofCommand),
].join("\n")}
`;
}

function ofCommand({ words, options, operand }: CompletedCommand): string[] {
  const when = `complete -c sxp -n '__sxp_is ${words.join(" ")}'`;
  const operands = action(operand);
  return [
    ...(operands === "" ? [] : [`${when} ${operands}`]),
    ...options.map((option) => `${when} ${optionSpec(option)}`),
  ];
}

function optionSpec(option: OptionSpec): string {
  const { name, short, summary, value } = option;
  const dashed = [`-l ${name}`, ...(short === undefined ? [] : [`-s ${short}`])];
  const values = action(valueCompletion(option));
  // -r: a value must follow; -x: and it is not any file.
  const argument = value === undefined ? [] : [values === ANY_FILE ? "-r" : "-x", ...(values === "" ? [] : [values])];
  return [...dashed, ...argument, "-d", quote(summary)].join(" ");
}

const ANY_FILE = "-F";

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      return completion.endings.length === 0
        ? ANY_FILE
        : `-k -a '(${completion.endings.map((ending) => `__fish_complete_suffix .${ending}`).join("; ")})'`;
    case "words":
      return `-a ${quote(completion.words.join(" "))}`;
    case "queries":
      return "-a '(__sxp_queries)'";
    case "nothing":
      return "";
  }
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
