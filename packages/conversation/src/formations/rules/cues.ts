/** A word of change: what it stands beside may take the place of something earlier. */
const CHANGE =
  /\b(?:move(?= .{2,40} to\b)|now|these (?:days|mornings|evenings|nights|weeks|months)|the other one|the old one|nowadays|instead|new|switch(?:ed|ing)?|chang(?:ed|ing|e)|no longer|anymore|any more|currently|lately|moved|put off|postponed|delayed|rescheduled|brought forward|slipped|upgraded|replac(?:ed|ing|e)|taken over|took over|hired|swapped|traded|over to|from now on|as of|went from)\b/i;
/** Words of an end: something that was so is so no longer. */
const END =
  /\b(?:no longer|no more|nowhere|(?:for|with|to|by|from|at) (?:nobody|no one)|without (?:a|an|any)|(?:rip|tear|tore|throw|threw|took|ripp)(?:ed)? .{2,25} out|anymore|any more|any longer|quit|quitting|stopp?(?:ed|ing)?|gave up|given up|giving up|giving away|gave away|sold|cancell?ed|dropped|dropping|got rid of|gotten rid of|broke up with|split up with|ended|left|lost(?! in)|closed|returned|gave back|done with|finished with|(?:has|have|had|got|been|is|are) (?:just |now )?shut|forget (?:the|my|about)|(?:gave|handed|passed) (?:my|our|the) .{2,40} to|(?:is|are|has|have|had|\p{L}'s) (?:finished|over|gone|history)|stepped down|(?:walked|moved|dried|burned|burnt|ran|worn|wore) out|(?:went|gone) (?:bust|bankrupt)|broke down|blew down|flooded|(?:was|been|got|is) stolen|locked|expired|run off|passed away|retired|resigned|died|let go of|let go|ditched|called off|unsubscribed|shut down)\b/iu;
/** Words that take back an earlier statement: it was never so. */
const CORRECTION =
  /\b(?:correct myself|was wrong|were wrong|is wrong|take (?:it|that) back|never was|in truth|i meant|i mean(?:t)? to say|i misspoke|misspoke|correction|scratch (?:that|what)|what i said about|actually .{1,40}, not|my mistake|my bad|i mixed up|mixed (?:\w+) up|i (?:said|told you|called|wrote|put) .{1,50}(?:,|;) .{0,30}(?:\bbut\b|\b(?:is|are|was|were)\b|'s\b)|earlier i (?:said|told|called)|(?:it was|that was|was just) a slip|(?:(?:had|got|read|put|heard|wrote) (?:it|that|them|this)|told you) (?:all |completely )?wrong|i (?:said|told you|called|wrote|put) .{1,50} (?:last time|at the start|the other (?:day|week)|earlier|before)\b|not (?!just|only|sure|in|as|for|at|on|to).{1,40}, (?:it's|but|it is)|actually,? (?:it's|it is|it was|that's|not)|should have said|let me correct|to correct|typo|misremember(?:ed)?|muddled|mistaken|nonsense|rubbish|never mind what|(?:ignore|forget|scratch|strike) (?:what|the (?:bit|part|thing)) |wasn't .{1,30}, it was|isn't (?!just|only).{1,30}, it's|(?:isn't|wasn't|not), it(?:'s| is| was))\b/i;
/** Words that put a state into the past. */
const PAST =
  /\b(?:used to|back when|when i was|growing up|as a (?:kid|child|teenager|student)|in (?:college|high school|school|my (?:twenties|thirties|youth))|years ago|formerly|previously|at one point|once upon)\b/i;

export const isCorrection = (text: string): boolean => CORRECTION.test(text);
export const isEnding = (text: string): boolean => END.test(text);
/** Words of an end that a speaker chose: "quit", "no more". */
const STOP =
  /\b(?:no more|done with|finished with|nowhere|(?:for|with|to|by|from|at) (?:nobody|no one)|quit|quitting|stopp?ed|stopping|gave up|given up|giving up|no longer|any ?more|any longer|got rid of|gotten rid of|unsubscribed)\b/i;
/** The words that a stop is about: a few after it, or what is denied before "anymore". */
export function stopIn(text: string): string | null {
  const match = STOP.exec(text);
  if (match === null) return null;
  const isAfter = /more|longer/i.test(match[0]);
  return isAfter
    ? text
    : text
        .slice(match.index + match[0].length)
        .trim()
        .split(/\s+/)
        .slice(0, 4)
        .join(" ");
}
export const isStop = (text: string): boolean => STOP.test(text);
export const hasChange = (text: string): boolean => CHANGE.test(text);
export const isPastState = (text: string): boolean => PAST.test(text);

/** True for words such as "nobody" and "nothing". */
export const isNobody = (value: string | null): boolean =>
  /^(?:nobody|no one|nothing|nowhere|none|none of them)\b(?! but\b)/i.test(value ?? "");
