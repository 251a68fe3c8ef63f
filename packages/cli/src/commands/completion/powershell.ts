import type { Completion, OptionSpec } from "../../spec/spec.js";
import { type Model, type Offered, spellings, valueCompletion } from "./model.js";

/** For PowerShell 5 and later. If nothing is returned the shell offers files. */
export function powershellScript({ commands, firsts, groups }: Model): string {
  return `# Completion of sxp for PowerShell: sxp completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName sxp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $first = ${words(firsts)}
  $second = @{
${groups.map(([word, seconds]) => `    ${quote(word)} = ${words(seconds)}`).join("\n")}
  }
  $options = @{
${commands.map(({ words, options }) => `    ${quote(words.join(" "))} = ${list(options.map(({ name }) => `--${name}`))}`).join("\n")}
  }
  $values = @{
${commands.flatMap(({ words, options }) => options.flatMap((option) => valuesOf(words.join(" "), option))).join("\n")}
  }
  $operands = @{
${commands.flatMap(({ words, operand }) => (operand.kind === "words" ? [`    ${quote(words.join(" "))} = ${list(operand.words)}`] : [])).join("\n")}
  }
  # The words before the one that is being typed, without their quotes.
  $done = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  })
  $command = if ($done.Count -gt 0) { $done[0] } else { '' }
  if ($second.ContainsKey($command) -and $done.Count -gt 1) { $command = "$command $($done[1])" }
  $last = if ($done.Count -gt 0) { $done[-1] } else { '' }
  $before = ''
  $typed = $wordToComplete
  if ($typed -match '^(--[a-z-]+)=(.*)$') { $last = $Matches[1]; $before = "$last="; $typed = $Matches[2] }
  $offered = @(
    if ($done.Count -eq 0) { $first }
    elseif ($second.ContainsKey($command)) { $second[$command] }
    elseif ($command -eq 'help') { if ($done.Count -eq 1) { $first } elseif ($second.ContainsKey($last)) { $second[$last] } }
    elseif ($values.ContainsKey("$command $last")) { $values["$command $last"] }
    elseif (${list(queryOptions(commands))} -ccontains $last) { $done | Where-Object { $_ -like '*.sxp' } | ForEach-Object { sxp completion "queries:$_" 2>$null } }
    elseif ($typed -like '-*') { $options[$command] }
    else { $operands[$command] }
  )
  $offered | Where-Object { $_ -and $_.StartsWith($typed, [System.StringComparison]::OrdinalIgnoreCase) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new("$before$_", $_, [System.Management.Automation.CompletionResultType]::ParameterValue, $_)
  }
}
`;
}

function valuesOf(command: string, option: OptionSpec): string[] {
  const completion: Completion = valueCompletion(option);
  const words = "words" in completion ? completion.words : undefined;
  if (words === undefined) return [];
  return spellings(option).map((spelling) => `    ${quote(`${command} ${spelling}`)} = ${list(words)}`);
}

/** The options that take the name of a query. */
const queryOptions = (commands: Model["commands"]): string[] => {
  const options = commands.flatMap(({ options }) => options);
  return [
    ...new Set(options.flatMap((option) => (valueCompletion(option).kind === "queries" ? spellings(option) : []))),
  ];
};

const words = (offered: readonly Offered[]): string => list(offered.map(({ word }) => word));
const list = (words: readonly string[]): string => `@(${words.map(quote).join(", ")})`;
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
