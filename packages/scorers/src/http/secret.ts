import { ApiFailure } from "./failure.js";

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables of the process; empty without a process. */
export const processEnvironment = (): Environment =>
  (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};

/**
 * Tests that a text can be the name of an environment variable. A key written in place of the name rarely can, so a refused text must
 * not be repeated in messages.
 */
export const isVariableName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name);

/** The key that a variable holds. It is read for each request and stored nowhere. Fails where there is none, or no header can hold it. */
export function keyOf(variable: string, environment: Environment): string {
  const key = (Object.hasOwn(environment, variable) && environment[variable]?.trim()) || "";
  if (key === "") throw new ApiFailure(`the environment variable ${variable}, which is to hold the key, is not set.`);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new ApiFailure(`the key in the environment variable ${variable} has characters that a header can't hold.`);
  }
  return key;
}

/** Keys shorter than this are like ordinary words, so text of others is not shown at all beside them. */
const MIN_KEY = 8;
const MAX_SHOWN = 200;

/**
 * Text of a server, fit to be shown: in one line, not long, and without the key in any of the spellings that a server may echo,
 * nor anything that looks like a key. Empty if nothing can be shown.
 */
export function fitToShow(text: string, key: string | null): string {
  if (key !== null && key.length < MIN_KEY) return "";
  let safe = text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ");
  for (const spelling of key === null ? [] : spellings(key)) safe = withoutCase(safe, spelling);
  safe = safe.replaceAll(/\b(?:Bearer|Basic)\s+\S+/gi, "…").replaceAll(/\b(?:sk|hf|pk|key)[-_][\w*.-]{6,}/gi, "…");
  return safe.length <= MAX_SHOWN ? safe.trim() : `${safe.slice(0, MAX_SHOWN - 1).trim()}…`;
}

function spellings(key: string): string[] {
  const inJson = JSON.stringify(key).slice(1, -1);
  const inBase64 = btoa(key).replaceAll("=", "");
  return [key, inJson, encodeURIComponent(key), inBase64];
}

function withoutCase(text: string, secret: string): string {
  const pattern = secret.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replaceAll(new RegExp(pattern, "gi"), "…");
}
