import { compilePattern, type Pattern } from "@semantic-xpath/values";
import { expect, it } from "vitest";

/** The pattern that a source certainly is. */
function compiled(source: string, flags = ""): Pattern {
  const pattern = compilePattern(source, flags);
  if (pattern.kind === "PatternError") throw new Error(`${source}: ${pattern.reason} at ${pattern.start}`);
  return pattern;
}

it.each([
  // The examples of the functions and operators of XPath 3.1, 5.6.3.
  ["bra", "", "abracadabra", true],
  ["^a.*a$", "", "abracadabra", true],
  ["^bra", "", "abracadabra", false],
  ["Kaum.*krähen", "", "Kaum hat dies der Hahn gesehen,\nFängt er auch schon an zu krähen:", false],
  ["Kaum.*krähen", "s", "Kaum hat dies der Hahn gesehen,\nFängt er auch schon an zu krähen:", true],
  ["^Kaum.*gesehen,$", "m", "Kaum hat dies der Hahn gesehen,\nFängt er auch schon an zu krähen:", true],
  ["^Kaum.*gesehen,$", "", "Kaum hat dies der Hahn gesehen,\nFängt er auch schon an zu krähen:", false],
  ["kiki", "i", "Kiki", true],
  ["hello world", "x", "helloworld", true],
  ["hello[ ]world", "x", "helloworld", false],
  ["hello[ ]world", "x", "hello world", true],
  ["hello\\ sworld", "x", "hello world", true],
  ["a.b[", "q", "xa.b[x", true],
  ["a.b", "q", "axb", false],
  ["A.B", "qi", "a.b", true],
  // Lines begin after a newline that something follows.
  ["^$", "m", "a\n", false],
  ["^$", "m", "a\n\nb", true],
  ["a$", "", "a\n", false],
  // Classes.
  ["^[A-Z-[OI]]+$", "", "ABCXYZ", true],
  ["^[A-Z-[OI]]+$", "", "ABIXYZ", false],
  ["^[A-Z-[OI]]+$", "i", "abcxyz", true],
  ["^[A-Z-[OI]]+$", "i", "abixyz", false],
  ["^[\\w-[\\d]]+$", "", "été", true],
  ["^[^aeiou-[xyz]]+$", "", "bcd", true],
  ["^[^aeiou-[xyz]]+$", "", "bxd", false],
  ["^[-a]+$", "", "a-a", true],
  ["^[a-]+$", "", "a-a", true],
  ["^\\p{Lu}\\p{Ll}+$", "", "Émile", true],
  ["^\\P{Lu}+$", "", "émile", true],
  ["^\\p{IsGreek}+$", "", "αβγ", true],
  ["^\\p{IsBasicLatin}+$", "", "αβγ", false],
  ["^\\i\\c*$", "", "ns:name-1", true],
  ["^\\i\\c*$", "", "1name", false],
  ["^\\d+$", "", "٣", true],
  ["^\\w+$", "", "a_b", false],
  ["^[\\t\\n ]\\s$", "", "\t\r", true],
  // Characters beyond the basic plane are one.
  ["^.$", "", "😀", true],
  ["^[😀-😃]{2}$", "", "😀😁", true],
  ["^.$", "", "\n", false],
  // Bounds, alternatives, nothing.
  ["^(ab|c){2,3}$", "", "abcab", true],
  ["^(ab|c){2,3}$", "", "ab", false],
  ["^a{2,}?$", "", "aaa", true],
  ["^a{0}b$", "", "b", true],
  ["^(|a)b$", "", "b", true],
  ["^(a*)*$", "", "aaab", false],
  ["", "", "", true],
  ["^(?:x|y)z$", "", "yz", true],
  ["\u212a", "i", "k", true],
] as const)("/%s/%s on %j: %s", (source, flags, text, matches) =>
  expect(compiled(source, flags).test(text)).toBe(matches),
);

it.each([
  ["(a)\\1", "", "backReference", "\\1"],
  ["a", "g", "flag", "g"],
  ["\\e", "", "escape", "\\e"],
  ["a\\", "", "escape", "\\"],
  ["\\b", "", "escape", "\\b"],
  ["\\p{Lx}", "", "category", "\\p{Lx}"],
  ["\\p{IsNowhere}", "", "category", "\\p{IsNowhere}"],
  ["\\pL", "", "category", "\\p"],
  ["[z-a]", "", "range", "z-a"],
  ["[a-\\d]", "", "range", "a-"],
  ["[a-c-e]", "", "unexpected", "-"],
  ["[]", "", "unexpected", "]"],
  ["*a", "", "quantifier", "*"],
  ["a**", "", "quantifier", "*"],
  ["a{3,2}", "", "quantifier", "{3,2}"],
  ["a{,2}", "", "quantifier", "{,2}"],
  ["a{2", "", "unclosed", "{2"],
  ["(a", "", "unclosed", "(a"],
  ["[a", "", "unclosed", "[a"],
  ["a)", "", "unexpected", ")"],
  ["a]", "", "unexpected", "]"],
  ["(?=a)", "", "unexpected", "?"],
  ["(?i)a", "", "unexpected", "?"],
  ["(a{1000}){1000}", "", "tooLarge", "(a{1000}){1000}"],
  ["((){99999}){99999}", "", "tooLarge", "((){99999}){99999}"],
  ["(".repeat(101) + ")".repeat(101), "", "tooDeep", "("],
  ["[a-".repeat(101), "", "tooDeep", "["],
  ["a".repeat(10_001), "", "tooLarge", "a".repeat(10_001)],
] as const)("/%s/%s is no pattern: %s", (source, flags, reason, text) =>
  expect(compilePattern(source, flags)).toMatchObject({ kind: "PatternError", reason, text }),
);
