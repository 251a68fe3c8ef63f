import { nameOf } from "./predicate.js";

/** The statement that an answer makes of a question; null if the question asks for no statement about the one who answers. */
export function answered(question: string, answer: string): string | null {
  const polled = question.replaceAll("’", "'").replace(/\?+$/, "").trim();
  const bare = answer
    .replace(
      /^(?:it's|it is|that's|that would be|that'd be|a|an|the|at|in|on|with|by|to|just|probably|oh|well|um|hmm|still|now|yes|yeah|yep|no|nope|nah|not anymore|currently)[,:]?\s+/gi,
      "",
    )
    .trim();
  const yes = /^(?:yes|yeah|yep|sure|absolutely|of course|i do|definitely|i am|correct|right)\b/i.test(answer);
  const no = /^(?:no|nope|nah|not|never|i don't|i'm not)\b/i.test(answer);
  const possessive =
    /\b(?:what|who|which|where|how much|when)(?:'s| is| was| are|'re)\s+(?:your|the)\s+(.+?)(?:\s+(?:now|these days|called|again|like|then|at the moment|currently))*$/i.exec(
      polled,
    );
  if (possessive !== null && bare !== "") return `my ${nameOf(possessive[1]!)} is ${bare}`;
  const trait = /^(?:what|which)\s+(\p{L}+)\s+(?:is|are|was)\s+your\s+(.+?)(?:\s+(?:now|again))?$/iu.exec(polled);
  if (trait !== null && bare !== "") return `my ${nameOf(trait[2]!)} ${trait[1]!.toLowerCase()} is ${bare}`;
  const verb =
    /\b(?:what|where|who|which|how)\b(.*?)\b(?:do|are|did|have|will|would)\s+you\s+(.+?)(?:\s+(?:now|these days|currently|again|at the moment|nowadays|with|for|then))*$/i.exec(
      polled,
    );
  if (verb !== null && bare !== "" && !yes && !no) {
    const isPlace = /\bwhere\b/i.test(polled);
    const noun = verb[1]!.trim();
    if (noun !== "" && /\b(?:what|which)\b/i.test(polled) && !/kind|sort|type/i.test(noun))
      return `my ${nameOf(noun)} is ${bare}`;
    const preposition =
      /\b(?:in|at|on|for|to|with)\s/i.exec(answer)?.[0]?.trim() ??
      (isPlace ? (/work|train|study|bank/i.test(verb[2]!) ? "at" : "in") : "");
    const [, head = "", rest = ""] = /^(\S+)(\s+(?:with|for|on|in|at|to)\s.+)?$/i.exec(verb[2]!) ?? ["", verb[2]!];
    const asked = rest.replace(/\byour\b/gi, "my").replace(/\byou\b/gi, "me");
    return `I ${head} ${rest === "" ? preposition : ""} ${bare}${asked}`.replace(/\s+/g, " ");
  }
  const polar = /\b(?:do|are|did|have|were)\s+you\s+(?:still\s+|ever\s+)?(.+)$/i.exec(polled);
  if (polar !== null && (yes || no)) {
    const remainder = answer.replace(/^(?:yes|yeah|yep|sure|no|nope|nah)[,.!]?\s*/i, "");
    if (no && bare !== "" && bare !== answer && remainder !== "" && !/^(?:i|not)\b/i.test(remainder))
      return `I ${polar[1]!.replace(/\b(in|at|for|with)\s+.*$/i, `$1 ${remainder}`)}`;
    return no ? `I don't ${polar[1]}${/\bstill\b/i.test(polled) ? " anymore" : ""}` : `I ${polar[1]}`;
  }
  const have = /^(?:any|got any|have any)\s+(.+)$/i.exec(polled);
  return have !== null && bare !== "" && !no ? `my ${nameOf(have[1]!)} is ${bare}` : null;
}
