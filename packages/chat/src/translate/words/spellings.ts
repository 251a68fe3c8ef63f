/** Hasty spellings of words beside their usual ones; in the order of the alphabet of the latter. */
const TABLE: readonly (readonly [string, string])[] = (
  "arent aren't|cant can't|couldnt couldn't|didnt didn't|doesnt doesn't|dont don't|hasnt hasn't|havent haven't|hows how's|im i'm|isnt isn't|ive i've|" +
  "lets let's|shouldnt shouldn't|thats that's|theres there's|theyre they're|wasnt wasn't|werent weren't|whats what's|whens when's|wheres where's|" +
  "whos who's|wont won't|wouldnt wouldn't|youre you're|bday birthday|pls please|plz please|thx thanks|tho though|tmr tomorrow|tmrw tomorrow|" +
  "tomorow tomorrow|tommorow tomorrow|tommorrow tomorrow|tonite tonight|u you|ur your|mins minutes|hrs hours|veg vegetarian|veggie vegetarian|" +
  "veggies vegetables|fave favourite|favorite favourite|prio priority|avg average|approx about|no. number|nr number|w/o without|w/out without|w/ with|thru through"
)
  .split("|")
  .map((pair) => pair.split(" ") as [string, string]);

const USUAL: ReadonlyMap<string, string> = new Map(TABLE);

/** A word as it is usually spelt, in lower case. */
export const usualSpelling = (word: string): string => USUAL.get(word) ?? word;
