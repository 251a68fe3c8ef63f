import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { LOCOMO, readConversations } from "./locomo.mjs";
import { measure } from "./measure.mjs";
import { QUERIES } from "./queries.mjs";
import { printReport } from "./report.mjs";
import { scorersFor } from "./scorers.mjs";

/**
 * Finds the turns and sessions of LoCoMo that answer its questions, with compiled queries: how good is each scorer, what does each
 * ingredient of the lexical one add, and which query asks best?
 *
 *     node bench/retrieval/main.mjs [--quick] [--json FILE] [--scorer NAME]... [--data FILE]
 *
 * `--quick`: one question in eight, fewer bootstrap samples, no ablation.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "string" },
    scorer: { type: "string", multiple: true, default: [] },
    data: { type: "string", default: LOCOMO },
  },
});

if (!existsSync(options.data)) {
  console.log(`skipped: ${options.data} is absent. LoCoMo (Maharana et al., ACL 2024) is not part of this repository.`);
  process.exit(0);
}

const conversations = readConversations(options.data, options.quick ? 8 : 1);
const records = [];
for (const { name, scorer, queries } of await scorersFor(options)) {
  for (const query of queries === "all" ? QUERIES : QUERIES.filter(({ main }) => main)) {
    console.error(`${name}: ${query.text}`);
    const { groups, milliseconds } = await measure(conversations, query, scorer, options.quick ? 200 : 1000);
    records.push({ scorer: name, finds: query.finds, query: query.text, milliseconds, groups });
  }
}
printReport(records);
if (options.json !== undefined)
  writeFileSync(options.json, `${JSON.stringify({ quick: options.quick, records }, null, 2)}\n`);
