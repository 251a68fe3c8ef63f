import { type AstNode, children, type Diagnostic } from "@semantic-xpath/parser";

/** Throws if a span does not lie within its parent's, or siblings are out of order. Plain, since it runs a million times. */
export function expectNestedSpans(node: AstNode, text: string): void {
  const { start, end } = node.span;
  if (!(start >= 0 && start <= end && end <= text.length))
    throw new Error(`${node.kind} ${start}-${end} outside of ${JSON.stringify(text)}`);
  let before = start;
  for (const child of children(node)) {
    const isInside = child.span.start >= before && child.span.end <= end;
    if (!isInside)
      throw new Error(
        `${child.kind} ${child.span.start}-${child.span.end} in ${node.kind} ${start}-${end} of ${JSON.stringify(text)}`,
      );
    before = child.span.start;
    expectNestedSpans(child, text);
  }
}

/** Throws if a diagnostic can't be seen. */
export function expectVisible(diagnostics: readonly Diagnostic[], text: string): void {
  for (const { span, code } of diagnostics) {
    const isVisible = span.start >= 0 && span.end <= text.length && (span.start < span.end || text === "");
    if (!isVisible) throw new Error(`${code} at ${span.start}-${span.end} of ${JSON.stringify(text)}`);
  }
}

/** The tree without places: what printing must keep. `≈` is printed as `=~`. */
export function withoutSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSpans);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !/[sS]pan$/.test(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, value === "≈" ? "=~" : withoutSpans(value)]));
}
