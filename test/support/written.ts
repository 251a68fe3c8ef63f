/** Most characters of a value that is written in one line. */
const LINE = 200;

/** A value of JSON as text for a person, like YAML: what fits into a line is one, and a text of several lines is as it is. */
export function written(value: unknown, indent = ""): string {
  if (typeof value === "string" && value.includes("\n")) {
    const lines = value.replace(/\n$/, "").split("\n");
    return `|${lines.map((line) => `\n${indent}  ${line.replaceAll("\r", "\\r")}`).join("")}`;
  }
  const line = inLine(value);
  if (typeof value !== "object" || value === null || line.length + indent.length <= LINE) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return value.map((one) => `\n${indent}- ${written(one, inner)}`).join("");
  return Object.entries(value)
    .map(([name, one]) => `\n${indent}${name}: ${written(one, inner)}`)
    .join("");
}

function inLine(value: unknown): string {
  if (typeof value === "string") return /[\n\r\t]|^\s|\s$|^$/.test(value) ? JSON.stringify(value) : value;
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([name, one]) => `${name}: ${inLine(one)}`)
    .join(", ")}}`;
}

/**
 * A value without what differs from run to run, or changes with a scorer alone: measured times are left out, weights are rounded, and ids of runs are numbered in
 * the order in which they come.
 */
export function steady(value: unknown, ids = new Map<string, string>()): unknown {
  if (typeof value === "number" && !Number.isInteger(value)) return Math.round(value * 100) / 100;
  if (typeof value === "string")
    return value.replace(/lexical-\d+\(\)#[\w.]*/g, "lexical").replace(RUN_ID, (id) => {
      if (!ids.has(id)) ids.set(id, `run-${ids.size + 1}`);
      return ids.get(id)!;
    });
  if (Array.isArray(value)) return value.map((one) => steady(one, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      (MEASURED.has(name) || /milliseconds$/i.test(name)) && typeof one === "number" ? [] : [[name, steady(one, ids)]],
    ),
  );
}

/** An id of a run that a language server keeps. */
const RUN_ID = /\b(?=\w*\d)[a-z\d]{7,9}-\d+\b/g;
const MEASURED: ReadonlySet<string> = new Set(["at"]);
