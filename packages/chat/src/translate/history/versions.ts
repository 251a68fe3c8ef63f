import { ENGLISH_DAYS } from "@semantic-xpath/english";
import { resolveDays, scanDays } from "@semantic-xpath/values";
import type { About } from "../about.js";
import { numberAt } from "../ask/quantities.js";
import { stemsIn } from "../words/words.js";

/** A version that words name: its number, or counted from the newest below 0; and how a person calls it. */
export interface VersionNamed {
  readonly version: number;
  readonly said: string;
}

const NOUN = "(?:version|plan|one|state|revision|itinerary|trip|schedule|list|draft)";
const FIRST = new RegExp(`^(?:very first|first|original|initial|oldest|earliest) ${NOUN}$`);
const BEFORE = new RegExp(`^(?:previous|earlier|prior|old|older|preceding|last|that) ${NOUN}$`);
const NOW = new RegExp(`^(?:now|today|(?:current|newest|latest|present) ${NOUN})$`);

/**
 * The version named by a text in lower case, without its article; null for no version. A number without a version, or a day before the first, counts
 * as missing.
 */
export function versionNamed(about: About, given: string): VersionNamed | "missing" | null {
  const text = given.replace(/^(?:the|my|our) /, "");
  const versions = about.memory?.versions;
  const first = versions?.at(-1)?.number ?? 1;
  if (FIRST.test(text)) return { version: first, said: `version ${first}` };
  if (NOW.test(text)) return { version: -1, said: "the newest version" };
  if (BEFORE.test(text)) return { version: -2, said: "the version before" };
  const place = numberAt(text.split(" "), 0);
  const numbered = /^(?:version|v|revision|number) ?#? ?(.+)$/.exec(text)?.[1];
  const number = numbered === undefined ? null : numberAt(numbered.split(" "), 0);
  const isOrdinal = place?.isOrdinal === true && new RegExp(`^\\S+ ${NOUN}$`).test(text);
  const value = number?.to === numbered?.split(" ").length ? number?.value : isOrdinal ? place.value : undefined;
  if (value !== undefined)
    return versions === undefined || versions.some((each) => each.number === value)
      ? { version: value, said: `version ${value}` }
      : "missing";
  return ofDay(about, text.replace(new RegExp(` 's ${NOUN}$`), ""));
}

/** The newest version that was there when a day ended, or today began. */
function ofDay({ memory, now }: About, text: string): VersionNamed | null {
  const today = now?.slice(0, 10);
  if (memory === undefined || today === undefined) return null;
  const day = dayIn(text, today);
  const version =
    day === null
      ? undefined
      : memory.versions.find(({ time }) => time.slice(0, 10) <= day && time.slice(0, 10) !== today);
  return version === undefined ? null : { version: version.number, said: `version ${version.number} (${text})` };
}

/** The day in the past that a whole text names; null for none. */
export function dayIn(text: string, today: string): string | null {
  const [item] = scanDays(text, ENGLISH_DAYS);
  if (item === undefined || item.start > 0 || item.end < text.length) return null;
  return resolveDays(item.expression, today, "past")?.last ?? null;
}

const SMALL: ReadonlySet<string> = new Set(
  "i we you they it was were had have has the a an that this to of in on at my our change changed added add adding put made did is been again ever".split(
    " ",
  ),
);

/** The newest version whose reason has all words of an event: "I added the coffee break". */
export function versionOf({ memory }: About, event: string): number | null {
  const eventStems = event
    .split(" ")
    .filter((word) => !SMALL.has(word))
    .flatMap(stemsIn);
  if (eventStems.length === 0) return null;
  const version = memory?.versions.find(({ reason }) => {
    const stems = new Set(stemsIn((reason ?? "").slice(0, MAX_REASON)));
    return eventStems.every((stem) => stems.has(stem));
  });
  return version?.number ?? null;
}

/** UTF-16 units of a reason that are looked at. */
const MAX_REASON = 1000;

/** The version before that of an event, or of another version. */
export function versionBefore(about: About, event: string): VersionNamed | null {
  if (/^(?:that|this|it|the (?:last|latest) (?:change|edit))$/.test(event))
    return { version: -2, said: "the version before the last change" };
  const number = versionOf(about, event) ?? numberOf(versionNamed(about, event));
  const at = about.memory?.versions.findIndex((each) => each.number === number) ?? -1;
  const before = at < 0 ? undefined : about.memory!.versions[at + 1];
  return before === undefined ? null : { version: before.number, said: `version ${before.number}, before ${event}` };
}

const numberOf = (named: ReturnType<typeof versionNamed>): number | null =>
  named === null || named === "missing" ? null : named.version;
