import { jsonText } from "@semantic-xpath/inspect";

/** An object as JSON that can be read by eye and by line: a line for each member, and for each element of the list that is named. */
export function jsonByLine(record: object, list: string): string {
  const members = Object.entries(record).map(([name, value]) => {
    const lines = name === list ? (value as readonly unknown[]).map((one) => `    ${jsonText(one)}`) : [];
    // What a query gives is no score: it keeps all of its digits.
    const text = name === "value" ? JSON.stringify(value) : jsonText(value);
    return `  "${name}": ${lines.length === 0 ? text : `[\n${lines.join(",\n")}\n  ]`}`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
