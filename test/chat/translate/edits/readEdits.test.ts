import { translate } from "@semantic-xpath/chat/translate";
import { expect, it } from "vitest";
import { askedAfter, EXAMPLES } from "../support/about.js";
import { TABLES } from "./requestTables.js";

const plain = (update: string): string => update.replaceAll(/,\n/g, ", ").replaceAll(/\[1\]|as last /g, "");

it("of requests that change something most are read as meant, others are asked about, and nothing else is deleted", async () => {
  const rows = Object.entries(TABLES).flatMap(([domain, all]) => all.map((row) => [domain, ...row] as const));
  const counts = { right: 0, asked: 0, wrong: 0 };
  for (const [domain, request, wanted, found] of rows) {
    const about = EXAMPLES[domain as keyof typeof EXAMPLES];
    const { isClear, readings } = await translate(
      request,
      found === undefined ? about : askedAfter(about, found, "what is there?"),
    );
    const [first] = readings;
    const made = !isClear ? "?" : first?.kind === "update" ? plain(first.update) : null;
    const isRight = made === (wanted === null ? null : plain(wanted));
    counts[isRight ? "right" : made === "?" ? "asked" : "wrong"]++;
    if (!isRight && isClear && first?.kind === "update") expect(first.isDestructive, request).toBe(false);
  }
  expect(counts.right / rows.length).toBeGreaterThan(0.6);
  expect(counts.wrong / rows.length).toBeLessThan(0.1);
});
