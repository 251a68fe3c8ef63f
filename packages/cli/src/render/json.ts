import { jsonText } from "@semantic-xpath/inspect";

/** An object as JSON that can be read by eye and by line: a line for each member, and for each element of the list that is named. */
export function jsonByLine(record: object, list: string): string {
  const members = Object.entries(record).map(([name, value]) => {
    const lines = name === list ? (value as readonly unknown[]).map((one) => `    ${jsonText(one)}`) : [];
    return `  "${name}": ${lines.length === 0 ? jsonText(value) : `[\n${lines.join(",\n")}\n  ]`}`;
  });
  return `{\n${members.join(",\n")}\n}`;
}
