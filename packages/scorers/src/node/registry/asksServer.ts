import type { Config } from "../config/config.js";

/** Whether a scorer, or one that it is made of, sends texts to a server. */
export function asksServer(
  spec: string,
  { scorers }: Pick<Config, "scorers">,
  through: readonly string[] = [],
): boolean {
  if (through.includes(spec)) return false;
  const declared = Object.hasOwn(scorers, spec) ? scorers[spec]! : null;
  if (declared === null) return /^(?:openai|chat):/.test(spec);
  const part = (name: string): boolean => asksServer(name, { scorers }, [...through, spec]);
  switch (declared.kind) {
    case "openai":
    case "chat":
      return true;
    case "fused":
      return declared.of.some(part);
    case "cascade":
      return part(declared.cheap) || part(declared.expensive);
    default:
      return false;
  }
}
