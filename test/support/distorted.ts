/** What stands in the place of a value: every kind of JSON, and numbers that are no counts. */
const OTHERS: readonly unknown[] = [null, [], {}, "", -1, 1.5, true];

export interface Distorted {
  /** Path of what is another or missing: `position.line`, `messages.0.text`; empty: the whole value. */
  readonly place: string;
  /** What is there: JSON, `missing`, or `more` for an object with a member that it does not have. */
  readonly there: string;
  readonly value: unknown;
}

/** A value of JSON with one mistake each: another value in a place, or a member of an object less or more. */
export function* distorted(value: unknown, place = ""): Generator<Distorted> {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  for (const other of OTHERS)
    if (JSON.stringify(other) !== JSON.stringify(value)) yield { place, there: JSON.stringify(other), value: other };
  const isList = Array.isArray(value);
  if (inside.length > 0 && !isList) yield { place, there: "more", value: { ...Object(value), zzzzzz: 1 } };
  for (const [name, one] of inside) {
    const inner = place === "" ? name : `${place}.${name}`;
    const put = (other: unknown): unknown =>
      isList ? value.with(Number(name), other) : { ...Object(value), [name]: other };
    if (!isList) {
      const { [name]: _, ...rest } = value as Readonly<Record<string, unknown>>;
      yield { place: inner, there: "missing", value: rest };
    }
    for (const each of distorted(one, inner)) yield { ...each, value: put(each.value) };
  }
}

/** How each mistake in a value is answered, a line for each place and answer: `task: null, [] → …`. */
export async function answersTo(value: unknown, ask: (value: unknown) => Promise<string>): Promise<readonly string[]> {
  const lines = new Map<string, Map<string, string[]>>();
  for (const { place, there, value: other } of distorted(value)) {
    const at = lines.get(place) ?? new Map<string, string[]>();
    lines.set(place, at);
    const answer = await ask(other);
    at.set(answer, [...(at.get(answer) ?? []), there]);
  }
  return [...lines].flatMap(([place, answers]) =>
    [...answers].map(([answer, there]) => `  ${place || "all"}: ${there.join(", ")} → ${answer}`),
  );
}
