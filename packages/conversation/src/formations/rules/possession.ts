import { isDenied, NUMBER_WORD, wordsIn } from "@semantic-xpath/english";
import { BASE, isName, nameOf, type Predicate, slotOf } from "./predicate.js";
import { isTelling, valueAt } from "./values.js";

const AS_MY =
  /^(?:(?:have|has|had|'ve|never|now|still|not|don't|also)\s+)*(?:\p{L}+\s+)(.{2,40}?)\s+as\s+(?:my|our|his|her|their)\s+(.{2,30})$/iu;
const NEW_ONE =
  /^(?:(?:'ve|have|has|got|just)\s+)*(?:have|has|got|bought|adopted|found|hired|chose|picked)\s+(?:a|an)\s+(?:new\s+)?((?:\p{L}[\p{L}-]*\s?){1,3}?),\s+((?:a|an|the|\p{Lu}).+)$/u;
const OWNS = new RegExp(
  "^(?:(?:also|now|still|just|recently|finally|have|has|'ve)\\s+)*(?:have|has|had|own|owns|got|adopted|bought|keep|keeps|rescued|raise|'ve got)" +
    `\\s+(?:a|an|${NUMBER_WORD}|\\d+|my|some)\\s+((?:\\p{L}[\\p{L}-]*\\s?){1,3}?)\\s*(?:,)?\\s*(?:called|named|whose name is)\\s+(.+)$`,
  "iu",
);

/** "I have a dog named Rex": the slot is the noun, the value the name. */
export function possession(text: string): Predicate | null {
  const role = AS_MY.exec(text) ?? null;
  if (role !== null && isName(role[2]!)) {
    const value = valueAt(role[1]!, "text");
    if (value !== null && isTelling(value))
      return { ...BASE, slot: slotOf(nameOf(role[2]!)), value, isPositive: !isDenied(wordsIn(text)) };
  }
  const fresh = NEW_ONE.exec(text);
  if (fresh !== null && isName(fresh[1]!))
    return { ...BASE, slot: slotOf(nameOf(fresh[1]!)), value: fresh[2]!.replace(/[.!]+$/, "") };
  const owns = OWNS.exec(text);
  if (owns !== null) {
    const value = valueAt(owns[2]!, "text");
    if (value !== null && isName(owns[1]!)) return { ...BASE, slot: slotOf(nameOf(owns[1]!), "text", false), value };
  }
  return null;
}
