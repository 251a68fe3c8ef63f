import type { Importing } from "../importing.js";
import { type Json, type JsonObject, stringOf } from "./source.js";

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"] as const;
/** Before 2019 what is beside a reference does not count. */
const OLD = /draft-0[4-7]/;

/** Finds what `$ref` leads to within one text. Nothing is fetched. */
export class References {
  /** True if members beside a reference are ignored. */
  readonly standAlone: boolean;
  private readonly anchors = new Map<string, JsonObject>();
  private readonly targets = new Map<string, Json | null>();
  private readonly reported = new Set<string>();
  private readonly base: string;

  constructor(
    private readonly root: Json,
    private readonly importing: Importing,
  ) {
    const members = root.kind === "object" ? root.members : new Map<string, Json>();
    this.standAlone = OLD.test(stringOf(members.get("$schema")) ?? "");
    this.base = (stringOf(members.get("$id")) ?? "").split("#")[0]!;
    this.findAnchors();
  }

  /** Target of the reference in a schema; null without one, or without one that can be followed. */
  targetOf({ members }: JsonObject): Json | null {
    for (const key of REFERENCES) {
      const value = members.get(key);
      const text = stringOf(value);
      if (text === undefined) continue;
      const target = this.target(text);
      if (target === null && !this.reported.has(text)) {
        this.reported.add(text);
        const isHere = text.startsWith("#");
        if (isHere) this.importing.report("SXP2305", value!.span, { name: text });
        else this.importing.report("SXP2302", value!.span, { target: text });
      }
      return target;
    }
    return null;
  }

  target(reference: string): Json | null {
    const cached = this.targets.get(reference);
    if (cached !== undefined) return cached;
    const resolved = this.find(reference);
    this.targets.set(reference, resolved);
    return resolved;
  }

  private find(reference: string): Json | null {
    const [base = "", fragment = ""] = reference.split("#", 2);
    if (base !== "" && base !== this.base) return this.anchors.get(reference) ?? null;
    if (fragment === "") return this.root;
    if (!fragment.startsWith("/")) return this.anchors.get(`#${fragment}`) ?? null;
    let at: Json | undefined = this.root;
    for (const part of fragment.slice(1).split("/")) {
      const key = unescaped(part);
      if (at?.kind === "array") at = at.items[Number(key)];
      else at = at?.kind === "object" ? at.members.get(key) : undefined;
    }
    return at ?? null;
  }

  private findAnchors(): void {
    const open: Json[] = [this.root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (value.kind === "array") open.push(...value.items);
      if (value.kind !== "object") continue;
      open.push(...value.members.values());
      for (const key of ["$anchor", "$dynamicAnchor"]) {
        const name = stringOf(value.members.get(key));
        if (name !== undefined) this.anchors.set(`#${name}`, value);
      }
      const id = stringOf(value.members.get("$id"));
      if (id !== undefined && value !== this.root) this.anchors.set(id, value);
    }
  }
}

function unescaped(part: string): string {
  const text = part.replace(/~1/g, "/").replace(/~0/g, "~");
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
