import {
  type Group,
  type Item,
  isConnector,
  isGroup,
  isName,
  isSeparator,
  isSign,
  splitAlternatives,
} from "../items.js";
import { isAtom } from "./words.js";

/** Kind of an argument by its first items. */
export type ArgumentKind = "path" | "relative" | "condition" | "other";

/** `POI[…]`, `*`, `desc::Day`, `(POI OR Restaurant)[…]`: a path, but for its slash. A name alone may be a field. */
export function kindOf(items: readonly Item[], isNameEnough: boolean): ArgumentKind {
  const [first, second] = items;
  if (first === undefined) return "other";
  if (items.some((item) => item.kind === "operator" || isConnector(item) || isAtom(item) || isSign(item, ","))) {
    return "condition";
  }
  if (isSeparator(first)) return "path";
  const isStart =
    isName(first) ||
    first.kind === "axis" ||
    isSign(first, "*", ".", "..") ||
    (isGroup(first, "(") && isNameList(first));
  if (isStart && items.every(isOfPath) && (second !== undefined || isNameEnough)) return "relative";
  return items.some((item) => item.kind === "function") ? "condition" : "other";
}

export const isOfPath = (item: Item): boolean =>
  isName(item) || item.kind === "axis" || isGroup(item) || isSign(item, "/", "//", "::", "*", ".", "..", "@");

const isNameList = ({ inside }: Group): boolean =>
  inside.length > 0 && splitAlternatives(inside).every(({ items }) => items.length > 0 && items.every(isOfPath));

/** Missing slash of a path that begins at the node. */
export const slashBefore = (items: readonly Item[]): string => (isSeparator(items[0]) ? "" : "/");
