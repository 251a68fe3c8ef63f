import { RECORD_SHAPES } from "../../../packages/memory/src/store/recordShapes.js";
import { textOf } from "../../structure/support/sources.js";
import { code, table } from "./markdown.js";

const PAGE = "docs/reference/memory-format.md";
const [START, END] = ["<!-- table: records -->", "<!-- end -->"];

/** The page about the file of a memory, with the members of records from the shapes by which they are checked. */
export function memoryFormatPage(): string {
  const text = textOf(PAGE);
  const { record, events, change } = RECORD_SHAPES;
  const rows = [
    ["a record", membersOf(record)],
    ...events.map(({ shape }) => [code([...shape.kind._zod.values].join()), membersOf({ shape: withoutKind(shape) })]),
    ["a change", membersOf(change)],
  ];
  const before = text.slice(0, text.indexOf(START));
  return `${before}${START}\n\n${table(["part", "members"], rows)}\n\n${text.slice(text.indexOf(END))}`;
}

interface Member {
  readonly _zod: { readonly optin?: string | undefined };
}

const withoutKind = ({ kind: _, ...others }: Readonly<Record<string, Member>>) => others;

/** Names, with a question mark behind those that may be missing. */
const membersOf = ({ shape }: { readonly shape: Readonly<Record<string, Member>> }): string =>
  Object.entries(shape)
    .map(([name, { _zod }]) => code(`${name}${_zod.optin === "optional" ? "?" : ""}`))
    .join(", ");
