/** 64 bits that stand for settings in an id, the same whatever the order of their names: FNV-1a over UTF-16 units (Fowler, Noll, Vo). */
export function settingsHash(settings: Readonly<Record<string, unknown>>): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of inOrder(settings)) hash = BigInt.asUintN(64, (hash ^ BigInt(unit.charCodeAt(0))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

const inOrder = (settings: Readonly<Record<string, unknown>>): string[] =>
  JSON.stringify(
    Object.keys(settings)
      .sort()
      .map((name) => [name, settings[name]]),
  ).split("");
