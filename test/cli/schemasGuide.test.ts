import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { argumentsOf, repository, shown } from "./sxp.js";

const guide = readFileSync(join(repository, "docs/how-to/schemas.md"), "utf8");

/** A command with what the guide shows of its answer right below it. */
const EXAMPLE = /^```sh\nnpx sxp (.*?)(?: +# exit code (\d))?\n```\n\n```text\n([\s\S]*?)^```/gm;
const examples = [...guide.matchAll(EXAMPLE)].map(([, line, code, text]) => ({
  line: line!,
  code: Number(code ?? 0),
  text,
}));

it("shows the answers of all commands about other schemas", () => expect(examples.length).toBeGreaterThanOrEqual(3));

it.each(examples)("the guide shows what is printed: sxp $line", async ({ line, code, text }) => {
  const answer = await shown(argumentsOf(line), { columns: 120 });
  expect(answer.code).toBe(code);
  expect(answer.text.trimEnd()).toBe(text!.trimEnd());
});
