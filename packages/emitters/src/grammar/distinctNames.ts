const LONGEST = 40;

/** Gives each thing a name of lower-case letters, digits and "-", near to what it is called and different from all others. */
export function distinctNames(...reserved: readonly string[]): (wanted: string) => string {
  const taken = new Set<string>(reserved);
  return (wanted) => {
    const plain = wanted
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .slice(0, LONGEST)
      .replace(/^-+|-+$/g, "");
    const base = /^[a-z]/.test(plain) ? plain : `type${plain === "" ? "" : `-${plain}`}`;
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}`;
    taken.add(name);
    return name;
  };
}
