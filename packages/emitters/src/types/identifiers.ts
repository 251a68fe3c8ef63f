/** What can't be the name of an interface, or would hide what the emitted source means by it. */
const RESERVED = new Set(
  (
    "any unknown never void null undefined string number boolean bigint symbol object break case catch class const continue debugger " +
    "default delete do else enum export extends false finally for function if import in instanceof new return super switch this throw " +
    "true try typeof var while with implements interface let package private protected public static yield await type declare as " +
    "namespace module"
  ).split(" "),
);
const PLAIN = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Gives each name of a list an identifier: itself where it can be one, else one near to it, different from all others. */
export function identifiers(names: readonly string[], own: readonly string[]): (name: string) => string {
  const taken = new Set<string>([...RESERVED, ...own]);
  const given = new Map<string, string>();
  const isFree = (name: string): boolean => PLAIN.test(name) && !taken.has(name);
  const give = (name: string, identifier: string): void => {
    taken.add(identifier);
    given.set(name, identifier);
  };
  // What can keep its name keeps it, whatever stands before it.
  for (const name of names) if (isFree(name)) give(name, name);
  for (const name of names) {
    if (given.has(name)) continue;
    const base = name.replace(/[^\p{ID_Continue}$]+/gu, "_").replace(/^(?![\p{ID_Start}_$])/u, "_");
    let identifier = PLAIN.test(base) && !taken.has(base) ? base : `${base}_`;
    for (let count = 2; taken.has(identifier); count++) identifier = `${base}_${count}`;
    give(name, identifier);
  }
  return (name) => given.get(name) ?? name;
}

/** A property name: quoted where it has to be. */
export const propertyName = (name: string): string => (PLAIN.test(name) ? name : JSON.stringify(name));
