import type { Completion, OptionSpec } from "../options/spec.js";
import { completedCommands, firstWords, groups, spellings, valueCompletion } from "./model.js";

/** For PowerShell 5 and later. Where nothing is returned the shell offers files. */
export function powershellScript(): string {
  const commands = completedCommands();
  return `# Completion of sxp for PowerShell: sxp completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName sxp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $first = ${list(firstWords())}
  $second = @{ ${[...groups()].map(([word, seconds]) => `${quote(word)} = ${list(seconds)}`).join("; ")} }
  $options = @{
${commands.map(({ words, options }) => `    ${quote(words.join(" "))} = ${list(options.map(({ name }) => `--${name}`))}`).join("\n")}
  }
  $values = @{
${commands.flatMap(({ words, options }) => options.flatMap((option) => valuesOf(words.join(" "), option))).join("\n")}
  }
  $operands = @{
${commands.flatMap(({ words, operand }) => (operand.kind === "words" ? [`    ${quote(words.join(" "))} = ${list(operand.words)}`] : [])).join("\n")}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() } | Select-Object -Skip 1)
  $done = @(if ($wordToComplete) { $words | Select-Object -SkipLast 1 } else { $words })
  $command = if ($done.Count -gt 0) { $done[0] } else { '' }
  if ($second.ContainsKey($command) -and $done.Count -gt 1) { $command = "$command $($done[1])" }
  $last = if ($done.Count -gt 0) { $done[-1] } else { '' }
  $offered = if ($done.Count -eq 0) { $first }
    elseif ($second.ContainsKey($command)) { $second[$command] }
    elseif ($values.ContainsKey("$command $last")) { $values["$command $last"] }
    elseif ($last -ceq '--query' -or $last -ceq '-q') { $done | Where-Object { $_ -like '*.sxp' } | ForEach-Object { sxp completion "queries:$_" } }
    elseif ($wordToComplete -like '-*') { $options[$command] }
    else { $operands[$command] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function valuesOf(command: string, option: OptionSpec): string[] {
  const completion: Completion = valueCompletion(option);
  if (completion.kind !== "words") return [];
  return spellings(option).map((spelling) => `    ${quote(`${command} ${spelling}`)} = ${list(completion.words)}`);
}

const list = (words: readonly string[]): string => `@(${words.map(quote).join(", ")})`;
const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
