import { DIAGNOSTICS, type DiagnosticCode, diagnosticAnchor } from "@semantic-xpath/parser";
import { describe, expect, it } from "vitest";
import { filesBelow, textOf } from "../structure/support/sources.js";
import { documentText } from "./blocks.js";

const text = documentText("docs/reference/diagnostics.md");
const codes = Object.keys(DIAGNOSTICS) as DiagnosticCode[];
const WORDS = { error: "Error", warning: "Warning", hint: "Hint" } as const;

describe("docs/reference/diagnostics.md", () => {
  it("has a section for each code, in order, and none for others", () => {
    const written = [...text.matchAll(/^## (SXP\d{4})$/gm)].map(([, code]) => code);
    expect(written).toEqual([...codes].sort());
  });

  it.each(codes)("%s has the title and the severity of the registry", (code) => {
    const section = text.slice(text.indexOf(`## ${code}\n`)).split("\n## ")[0]!;
    const { severity, title } = DIAGNOSTICS[code];
    expect(section.split("\n")[2]).toMatch(
      new RegExp(`^\\*\\*${title.replace(/[.*+?^$()|]/g, "\\$&")}\\.\\*\\* ${WORDS[severity]}`),
    );
    expect(section.includes("still runs") || section.includes("Still runs")).toBe(DIAGNOSTICS[code].runnable === true);
  });

  it("is about nothing that is never reported", () => {
    const reporting = filesBelow("packages").filter(
      (path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !path.includes("/diagnostics/registry/"),
    );
    const reported = new Set(reporting.flatMap((path) => textOf(path).match(/\bSXP\d{4}\b/g) ?? []));
    expect(codes.filter((code) => !reported.has(code))).toEqual([]);
  });

  it.each(codes)("%s links to its section", (code) => {
    expect(diagnosticAnchor(code)).toContain(`#${code.toLowerCase()}`);
  });
});
