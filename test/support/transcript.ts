/** Columns of a line of a transcript. */
const WIDTH = 200;

/** A value as JSON, in one line where it fits; members without a value are left out. Members keep their order, since agents read them in it. */
export function shown(value: unknown, indent = ""): string {
  const line = JSON.stringify(value) ?? "undefined";
  if (indent.length + line.length <= WIDTH || typeof value !== "object" || value === null) return line;
  const plain: unknown = JSON.parse(line);
  const inner = `${indent}  `;
  const parts = Array.isArray(plain)
    ? plain.map((each) => shown(each, inner))
    : Object.entries(plain as object).map(([name, each]) => `${JSON.stringify(name)}: ${shown(each, inner)}`);
  const [open, close] = Array.isArray(plain) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** What is thrown, as data; an error that no caller is meant to read fails the test. */
export function thrown(error: unknown): unknown {
  const { code, message, data } = error as { code?: string; message: string; data?: object };
  const isMeant = code !== undefined || error instanceof RangeError || (error as Error).name === "CompileError";
  if (!isMeant) throw error;
  return { throws: message, ...(data !== undefined && Object.keys(data).length > 0 && { data }) };
}
