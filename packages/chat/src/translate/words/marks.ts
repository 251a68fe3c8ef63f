import type { Word } from "./words.js";

/** A word or phrase of English that says what is to be done with the words around it. */
export type Mark =
  | { readonly kind: "operator"; readonly operator: string; readonly dimension?: Dimension }
  /** After the number: "30 minutes or less". */
  | { readonly kind: "trailing"; readonly operator: string }
  | { readonly kind: "between" }
  | { readonly kind: "extreme"; readonly dimension: Dimension | null; readonly isDescending: boolean }
  | { readonly kind: "crowded"; readonly isDescending: boolean }
  | {
      readonly kind:
        | "count"
        | "sum"
        | "mean"
        | "each"
        | "all"
        | "wholly"
        | "not"
        | "without"
        | "with"
        | "in"
        | "and"
        | "or"
        | "distinct";
    }
  | {
      readonly kind:
        | "last"
        | "next"
        | "overdue"
        | "unfinished"
        | "unstarted"
        | "ordered"
        | "paid"
        | "free"
        | "is"
        | "ask"
        | "or-more"
        | "of"
        | "after"
        | "before"
        | "yes-no"
        | "but-not";
    }
  | { readonly kind: "wanted"; readonly dimension: Dimension }
  | { readonly kind: "refers" }
  /** Says nothing of what is asked for. */
  | { readonly kind: "aside" };

/** What a value measures, whatever its attribute is called. `dimensions.ts` finds the attributes. */
export type Dimension =
  | "money"
  | "duration"
  | "time"
  | "date"
  | "rating"
  | "priority"
  | "weight"
  | "person"
  | "place"
  | "manner"
  | "reason"
  | "size";

const operator = (sign: string, dimension?: Dimension): Mark => ({
  kind: "operator",
  operator: sign,
  ...(dimension !== undefined && { dimension }),
});
const extreme = (dimension: Dimension | null, isDescending: boolean): Mark => ({
  kind: "extreme",
  dimension,
  isDescending,
});
const wanted = (dimension: Dimension): Mark => ({ kind: "wanted", dimension });

/** Marks with their phrases, between bars. */
const TABLE: readonly [Mark, string][] = [
  [operator("<"), "less than|fewer than|below|lower than|smaller than|no longer"],
  [operator("<="), "at most|up to|no more than|not more than|maximum of|max|not over|not exceeding"],
  [
    operator(">"),
    "more than|over|above|greater than|higher than|exceeding|bigger than|larger than|upwards of|exceeds|exceed|better than",
  ],
  [operator(">="), "at least|no less than|not less than|minimum of|not under|from at least"],
  [operator("="), "exactly|equal to|precisely"],
  [operator("<", "money"), "cheaper than"],
  [operator(">", "money"), "more expensive than|pricier than|dearer than"],
  [operator("<", "duration"), "shorter than|quicker than|faster than"],
  [operator(">", "duration"), "longer than"],
  [operator("<", "time"), "earlier than"],
  [operator(">", "time"), "later than"],
  [operator(">=", "date"), "since"],
  [operator("<=", "date"), "by|until|till|no later than"],
  [
    { kind: "trailing", operator: ">=" },
    "or more|or longer|or higher|or above|or over|or better|or later|and up|and above",
  ],
  [
    { kind: "trailing", operator: "<=" },
    "or less|or fewer|or shorter|or cheaper|or lower|or under|or below|or earlier",
  ],
  [{ kind: "between" }, "between"],
  [extreme("money", false), "cheapest|least expensive|most affordable|least costly|lowest priced"],
  [extreme("money", true), "most expensive|priciest|dearest|costliest|most costly"],
  [extreme("duration", true), "longest|slowest|most time consuming|biggest|largest|most time"],
  [extreme("duration", false), "shortest|quickest|fastest|briefest|least time"],
  [extreme("time", false), "earliest|soonest|nearest"],
  [extreme("time", true), "latest"],
  [extreme("date", true), "newest|most recent"],
  [extreme("date", false), "oldest"],
  [extreme("rating", true), "best|most highly rated|top rated|highest rated|best rated|top"],
  [extreme("rating", false), "worst|lowest rated|worst rated"],
  [extreme("priority", false), "most urgent|most important|highest priority|top priority|most pressing"],
  [extreme("priority", true), "least urgent|least important|lowest priority"],
  [extreme("weight", false), "lightest"],
  [extreme("weight", true), "heaviest"],
  [extreme(null, true), "most|highest|greatest|maximum|richest"],
  [extreme(null, false), "least|fewest|lowest|minimum|smallest"],
  [
    { kind: "crowded", isDescending: true },
    "busiest|fullest|most packed|packed|packed with|most packed with|full of|crowded with|most full|most crowded",
  ],
  [{ kind: "crowded", isDescending: false }, "emptiest|least busy|quietest|least packed"],
  [{ kind: "count" }, "how many|number of|count|count of|count the"],
  [
    { kind: "sum" },
    "total|in total|altogether|sum|sum of|combined|all together|overall|together|in all|the sum of|the total",
  ],
  [{ kind: "mean" }, "average|mean|on average"],
  [
    { kind: "each" },
    "each|per|every single|for each|of each|for every|of every|on each|on every|every|in each|in every",
  ],
  [{ kind: "all" }, "all|all of|all the"],
  [{ kind: "wholly" }, "completely|entirely|fully|totally|wholly"],
  [{ kind: "distinct" }, "different|distinct|unique"],
  [{ kind: "not" }, "not|never|no|neither|nor|non|not any|rather than"],
  [
    { kind: "but-not" },
    "except|except for|excluding|other than|but not|apart from|besides|aside from|and not|leaving out|everything but|anything but|all but",
  ],
  [
    { kind: "without" },
    "without|without any|without a|lacking|that lack|lack|that have no|have no|has no|with no|have nothing|has nothing|with nothing|have none|has none|missing|free of",
  ],
  [{ kind: "with" }, "with|having|has|have|that have|containing|contains|contain|including|includes|include"],
  [{ kind: "in" }, "in|on|at|for|during|under|from|inside|within the|belonging to|on the|in the|for the|to|about"],
  [{ kind: "of" }, "of|'s"],
  [{ kind: "after" }, "after|following|right after|directly after|comes after|straight after"],
  [{ kind: "before" }, "before|right before|directly before|prior to|comes before|just before"],
  [{ kind: "and" }, "and|as well as|plus|&"],
  [{ kind: "or" }, "or|either"],
  [{ kind: "last" }, "last|final"],
  [{ kind: "next" }, "next|upcoming"],
  [
    { kind: "overdue" },
    "overdue|past due|late|past their deadline|past the deadline|past its deadline|behind schedule",
  ],
  [
    { kind: "unfinished" },
    "open|unfinished|incomplete|pending|outstanding|unresolved|not done|not finished|not complete|not completed|not yet done|remaining|remain|remains|left|still to do|not done yet|undone|active|to be done|to be finished|to be completed|needs to be done|need to be done|has to be done|have to be done|must be done|should be done|needs to be finished|need to be finished|has to be finished|have to be finished|must be finished|needs doing|need doing|needs finishing",
  ],
  [
    { kind: "unstarted" },
    "not started|not yet started|not started yet|unstarted|not begun|not yet begun|still to start|to be started|not been started|yet to start",
  ],
  [
    { kind: "ordered" },
    "sorted by|ordered by|sort by|order by|sort them by|order them by|in order of|in the order of|arranged by|ranked by|sorted on",
  ],
  [
    { kind: "paid" },
    "cost something|costs something|cost money|costs money|cost anything|costs anything|not free|cost extra",
  ],
  [{ kind: "free" }, "free|for free|free of charge|costs nothing|cost nothing|free to visit|no cost|at no cost"],
  [{ kind: "is" }, "is|are|was|were|be|that is|that are|which are|which is|who is|who are|that"],
  [
    { kind: "yes-no" },
    "is there|are there|is anything|is any|do we have|do i have|does anything|any|are any|is there any|is there anything|are there any",
  ],
  [
    { kind: "ask" },
    "what kind of|which kind of|what kinds of|what type of|what sort of|what|which|show|list|compare|find|give|show me|give me|list the|tell me|get",
  ],
  [wanted("money"), "how much|how expensive|what price"],
  [wanted("duration"), "how long|how much time"],
  [wanted("time"), "when|what time|at what time|which time"],
  [wanted("date"), "what date|which date|on what date|on which date"],
  [wanted("person"), "who|whom|whose"],
  [wanted("place"), "where"],
  [wanted("manner"), "how"],
  [wanted("reason"), "why"],
  [wanted("rating"), "how good|how well rated"],
  [{ kind: "refers" }, "that one|this one|it|them|those|these|the same one|its|their"],
  [
    { kind: "aside" },
    "i mean|you know|on the menu|on our menu|on the itinerary|by the way|of course|for everybody|for everyone|for all of us|for us all|for the family|for me|in the plan|on the list|in the list|in my list|" +
      "on the plan|on my list|to be exact|if possible|as far as you know|one by one|at all|out there|so far|as well|i guess|i think|in hours|in minutes|in there",
  ],
];

const MARKS: ReadonlyMap<string, Mark> = new Map(
  TABLE.flatMap(([mark, phrases]) => phrases.split("|").map((phrase): [string, Mark] => [phrase, mark])),
);
const LONGEST = 5;

/** All words of marks. */
export const markWords = (): ReadonlySet<string> => new Set([...MARKS.keys()].flatMap((phrase) => phrase.split(" ")));

/** The longest mark at a place of the words, and where it ends. */
export function markAt(words: readonly Word[], at: number): { mark: Mark; to: number } | null {
  for (let to = Math.min(words.length, at + LONGEST); to > at; to--) {
    const some = words.slice(at, to);
    const mark = MARKS.get(some.map(({ text }) => text).join(" "));
    if (mark !== undefined && some.every(({ isQuoted }) => !isQuoted)) return { mark, to };
  }
  return null;
}
