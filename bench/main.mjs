import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { readOptions, USAGE } from "./options.mjs";
import { progress } from "./report/progress.mjs";
import { printTable } from "./report/table.mjs";

/** Runs the sections one after the other in this process: tables on standard output, progress on standard error. */
const options = optionsOrEnd(process.argv.slice(2));
if (globalThis.gc === undefined) throw new Error("start Node with --expose-gc, or use npm run bench");

const results = {};
for (const name of options.sections) {
  progress(name);
  const { measure } = await import(`./${name}/${name}.mjs`);
  const { records, tables } = await measure(options);
  results[name] = records;
  for (const table of tables) printTable(table);
}
if (options.json !== null) {
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cpus: cpus().length };
  writeFileSync(options.json, `${JSON.stringify({ machine, quick: options.quick, results }, null, 2)}\n`);
}
// Peers may hold timers or workers open.
process.exit(0);

/** Options of the command line. Ends with the usage for `--help`, and with exit code 2 for words that are none of it. */
function optionsOrEnd(words) {
  try {
    const options = readOptions(words);
    if (!options.help) return options;
    process.stdout.write(USAGE);
    process.exit(0);
  } catch (error) {
    process.stderr.write(`bench: ${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}
