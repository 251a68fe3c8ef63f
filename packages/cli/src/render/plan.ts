import type { Screen } from "./screen.js";

/** A plan as the planner prints it, with colour and in the characters of the terminal. */
export function planText(text: string, { paint, glyphs }: Screen): string {
  const [heading = "", ...lines] = text.replaceAll("≤", glyphs.atMost).replaceAll("…", glyphs.ellipsis).split("\n");
  const row = /^(#\d+ +)((?: {2})*)(\S+)(.*)$/;
  const painted = lines.map((line) =>
    row.test(line)
      ? line.replace(
          row,
          (_, id: string, indent: string, kind: string, rest: string) =>
            `${paint.dim(id)}${indent}${paint.cyan(kind)}${rest}`,
        )
      : line.replace(/^(\w+)( +)/, (_, label: string, gap: string) => `${paint.dim(label)}${gap}`),
  );
  return [paint.dim(heading), ...painted].join("\n");
}
