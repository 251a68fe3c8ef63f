import type { Completion, OptionSpec } from "../../spec/spec.js";
import { type CompletedCommand, FILE_PREFIXES, isPrefix, type Model, type Offered, valueCompletion } from "./model.js";

/** For fish: ~/.config/fish/completions/sxp.fish */
export function fishScript({ commands, firsts, groups }: Model): string {
  return `# Completion of sxp for fish: sxp completion fish > ~/.config/fish/completions/sxp.fish

function __sxp_is
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    set -l last (math (count $argv) + 1)
    set -l given $words[2..$last]
    test "$given" = "$argv"
end

function __sxp_at
    set -l words (commandline -opc)
    test (count $words) -eq (math (count $argv) + 1); and __sxp_is $argv
end

function __sxp_value
    commandline -ct | string replace -r -- '^--[^=]*=' ''
end

function __sxp_files
    set -l value (__sxp_value)
    set -l endings (string join '|' -- $argv)
    complete -C "'' $value" | string replace -r '\\t.*' '' | string match -r -- "^.*(?:/|\\.(?:$endings))\\$"
end

function __sxp_prefixed
    printf '%s\\n' $argv
    set -l value (__sxp_value)
    set -l prefix (string match -r '^(?:${FILE_PREFIXES.join("|")}):' -- $value); or return
    set -l path (string replace -- $prefix '' $value)
    for file in (complete -C "'' $path" | string replace -r '\\t.*' '')
        echo $prefix$file
    end
end

function __sxp_queries
    for word in (commandline -opc)
        set -l file (string replace -r '^~/' "$HOME/" -- $word)
        string match -q '*.sxp' -- $file; and sxp completion "queries:$file" 2>/dev/null
    end
end

complete -c sxp -f
${[
  ...firsts.map((offered) => word("__fish_use_subcommand", offered)),
  ...firsts.map((offered) => word("__sxp_at help", offered)),
  ...groups.flatMap(([first, seconds]) =>
    seconds.map((offered) => word(`__sxp_at ${first}; or __sxp_at help ${first}`, offered)),
  ),
  ...commands.flatMap(ofCommand),
].join("\n")}
`;
}

const word = (condition: string, { word, summary }: Offered): string =>
  `complete -c sxp -n ${quote(condition)} -a ${word} -d ${quote(summary)}`;

function ofCommand({ words, options, operand }: CompletedCommand): string[] {
  const when = `complete -c sxp -n '__sxp_is ${words.join(" ")}'`;
  const operands = action(operand);
  return [
    ...(operands === "" ? [] : [`${when} ${operands}`]),
    ...options.flatMap((option) => optionSpecs(option).map((spec) => `${when} ${spec}`)),
  ];
}

/** The values, then the option with its summary: in one line, fish repeats the summary for each of the values. */
function optionSpecs(option: OptionSpec): string[] {
  const { name, short, summary, value } = option;
  const dashed = [`-l ${name}`, ...(short === undefined ? [] : [`-s ${short}`])].join(" ");
  const values = action(valueCompletion(option));
  // -r: a value must follow; -x: and it is not any file.
  const argument = value === undefined ? "" : values === ANY_FILE ? " -r" : " -x";
  return [
    ...(value === undefined || values === "" ? [] : [`${dashed}${argument} ${values}`]),
    `${dashed}${argument} -d ${quote(summary)}`,
  ];
}

const ANY_FILE = "-F";

function action(completion: Completion): string {
  switch (completion.kind) {
    case "files":
      if (completion.endings.length === 0) return ANY_FILE;
      return `-a '${[...(completion.words ?? []), `(__sxp_files ${completion.endings.join(" ")})`].join(" ")}'`;
    case "words":
      return completion.words.some(isPrefix)
        ? `-a '(__sxp_prefixed ${completion.words.join(" ")})'`
        : `-a ${quote(completion.words.join(" "))}`;
    case "queries":
      return "-a '(__sxp_queries)'";
    case "nothing":
      return "";
  }
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
