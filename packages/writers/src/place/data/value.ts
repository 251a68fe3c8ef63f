/** A value of JSON or YAML where it is in the text. */
export interface Value {
  readonly kind: "object" | "array" | "scalar";
  readonly start: number;
  end: number;
  /** Layout of an object or a list: in brackets, in indented lines, or a value a line. */
  readonly style: "flow" | "block" | "lines";
  readonly parent: Value | null;
  /** The member of its parent that it is the value of, where that is an object. */
  readonly member: Member | null;
  readonly members: Member[];
  readonly elements: Value[];
  /** Text of a scalar; null: none. */
  readonly text: string | null;
  readonly isString: boolean;
  /** Starts of the items of a block: their dashes, or keys. */
  readonly marks: readonly number[];
}

export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Value;
}

/** A text as values. */
export interface Values {
  readonly root: Value;
  /** By where they start. */
  readonly byStart: ReadonlyMap<number, Value>;
}

/** A range that is a member or an element of what holds it. */
export interface Item {
  readonly start: number;
  readonly end: number;
}

export const itemsOf = ({ members, elements, kind }: Value): readonly Item[] =>
  kind === "object" ? members.map(({ keyStart, value }) => ({ start: keyStart, end: value.end })) : elements;

/** The place of a value among the items of its parent. */
export const placeIn = (value: Value): number =>
  value.member === null ? value.parent!.elements.indexOf(value) : value.parent!.members.indexOf(value.member);

export const memberOf = ({ members }: Value, key: string): Member | undefined =>
  members.find((member) => member.key === key);

/** The list of values that are in no other. */
export const topValue = (end: number): Value => ({ ...emptyValue("array", 0, null, null), style: "lines", end });

/** Adds a value to the one that it is in; a member needs its key. */
export function addValue(
  parent: Value,
  key: Omit<Member, "value"> | null,
  said: Pick<Value, "kind" | "start" | "end"> & Partial<Pick<Value, "style" | "text" | "isString" | "marks">>,
): Value {
  const holder = { value: null as Value | null };
  const member =
    key === null
      ? null
      : {
          ...key,
          get value() {
            return holder.value!;
          },
        };
  const value: Value = { ...emptyValue(said.kind, said.start, parent, member), ...said };
  holder.value = value;
  if (member === null) parent.elements.push(value);
  else parent.members.push(member);
  return value;
}

const emptyValue = (kind: Value["kind"], start: number, parent: Value | null, member: Member | null): Value => ({
  kind,
  start,
  end: start,
  style: "flow",
  parent,
  member,
  members: [],
  elements: [],
  text: null,
  isString: false,
  marks: [],
});
