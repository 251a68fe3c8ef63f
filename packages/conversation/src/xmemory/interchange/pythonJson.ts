/** Members of xMemory's records whose numbers Python holds as floats. */
const FLOATS: ReadonlySet<string> = new Set(["confidence", "embedding", "centroid", "neighbor_sims", "sim"]);

/**
 * JSON as Python's `json.dumps(value, ensure_ascii=False)` writes it: ", " and ": " as separators, floats by their `repr`.
 * Members that are undefined are left out.
 */
export function pythonJson(value: unknown, indent: number | null = null): string {
  return write(value, false, indent, 0);
}

function write(value: unknown, isFloat: boolean, indent: number | null, depth: number): string {
  if (typeof value === "number") return isFloat ? pythonFloat(value) : String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inner = depth + 1;
  if (Array.isArray(value)) {
    return bracket(
      "[",
      "]",
      value.map((item) => write(item, isFloat, indent, inner)),
      indent,
      depth,
    );
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(
    ([key, member]) => `${JSON.stringify(key)}: ${write(member, FLOATS.has(key), indent, inner)}`,
  );
  return bracket("{", "}", texts, indent, depth);
}

function bracket(open: string, close: string, items: readonly string[], indent: number | null, depth: number): string {
  if (items.length === 0) return open + close;
  if (indent === null) return open + items.join(", ") + close;
  const line = `\n${" ".repeat(indent * (depth + 1))}`;
  return `${open}${line}${items.join(`,${line}`)}\n${" ".repeat(indent * depth)}${close}`;
}

/** Python's `repr` of a float: the shortest digits that read back, with an exponent below 1e-4 and from 1e16 on. */
export function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no number of JSON`);
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [digits, exponent] = value.toExponential().split("e") as [string, string];
  const power = Number(exponent);
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  const sign = value < 0 ? "-" : "";
  const plain = digits.replace(/[-.]/g, "");
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${plain}`;
  const integerPart = plain.slice(0, power + 1).padEnd(power + 1, "0");
  return `${sign}${integerPart}.${plain.slice(power + 1) || "0"}`;
}
