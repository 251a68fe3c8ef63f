import type { Diagnostic } from "@semantic-xpath/parser";
import type { Schema } from "@semantic-xpath/planner";
import { validate } from "@semantic-xpath/runtime";
import { type Data, shownName } from "../../input/data.js";
import { inOrder } from "../../render/diagnostics.js";
import type { Finding } from "../../render/findings.js";

export { exitOf, readData } from "../../input/data.js";

/** Findings about the syntax of the data, file by file, and against the given schema, or that of the first file that imports one. */
export async function dataFindings({ trees }: Data, schema: Schema | null): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { name, tree, text, diagnostics } of trees) {
    const violations = schema === null ? [] : validate(tree, schema);
    // In a tree of several documents a span does not name its document, but the message has the path of the node.
    const against =
      tree.source.documents === undefined ? violations : violations.map((one) => ({ ...one, span: NOWHERE }));
    const byFile = new Map<string, Diagnostic[]>();
    for (const { file, diagnostic } of diagnostics) {
      if (!byFile.has(file)) byFile.set(file, []);
      byFile.get(file)!.push(diagnostic);
    }
    if (against.length > 0 && !byFile.has(name)) byFile.set(name, []);
    for (const [file, own] of byFile) {
      const ownFindings = inOrder(own);
      const source = { name: shownName(file), text: await text(file).catch(() => "") };
      findings.push({ source, diagnostics: file === name ? [...ownFindings, ...against] : ownFindings });
    }
  }
  return findings;
}

const NOWHERE = { start: 0, end: 0 };
