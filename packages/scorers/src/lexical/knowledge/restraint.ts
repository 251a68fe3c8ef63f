/** Words of one list are used alike and exclude each other: none is evidence of another. */
const LISTS = [
  "monday tuesday wednesday thursday friday saturday sunday",
  "january february march april may june july august september october november december",
  "spring summer autumn fall winter",
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen " +
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion half double triple",
  "first second third fourth fifth sixth seventh eighth ninth tenth last",
  "red blue green yellow orange purple pink brown black white grey gray violet turquoise beige maroon",
  "left right",
  "north south east west northern southern eastern western",
  "morning afternoon evening night noon midnight",
  "yesterday today tomorrow",
  "breakfast lunch dinner supper brunch",
  "mother father sister brother son daughter aunt uncle cousin husband wife nephew niece grandmother grandfather",
  "he she him her man woman boy girl male female men women boys girls",
  "always never often seldom",
  "before after",
  "early late",
  "more less",
  "all none",
  "yes no",
  "open closed",
  "indoor outdoor indoors outdoors",
  "hot cold warm cool",
  "day week month year hour minute second decade century",
].map((list) => new Set(list.split(" ")));

/** Whether two different words are of a list whose words exclude each other. */
export const areOfOneList = (left: string, right: string): boolean =>
  LISTS.some((list) => list.has(left) && list.has(right));

/** Words that go with anything. */
const LIGHT = new Set(
  (
    "get take make go have do give put keep be come let set use show see look find want need like know think say tell ask try seem call " +
    "turn run hold bring work thing way kind sort part lot bit item object person people man woman act place matter case point fact " +
    "good bad big small new old great little long high low right well really very"
  ).split(" "),
);

/** Whether a word says too little to be evidence of another. */
export const isLight = (word: string): boolean => LIGHT.has(word);
