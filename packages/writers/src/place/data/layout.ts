import type { JsonSink } from "@semantic-xpath/readers";
import type { TextEdit } from "../textEdits.js";
import type { Value } from "./value.js";

/** Sends a value. */
export type Send = (sink: JsonSink) => void;

/** Edits of a text for changes of values. Places count members, or elements. */
export interface Layout {
  /** A text in place of a scalar, in its way of writing where that can say it; other ways after it. */
  scalar(old: Value, text: string): readonly TextEdit[];
  key(old: { readonly keyStart: number; readonly keyEnd: number }, name: string): TextEdit;
  replace(old: Value, send: Send): readonly TextEdit[];
  /** A new element of a list, or with a key a new member of an object. */
  insert(into: Value, place: number, key: string | null, send: Send): readonly TextEdit[];
  remove(from: Value, place: number): readonly TextEdit[];
  /** Takes the text of an element along to before the element at another place of a list, or after the last one; null: there is no such way. */
  move(from: Value, place: number, to: Value, before: number): readonly TextEdit[] | null;
}
