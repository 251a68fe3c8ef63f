import type { SlotType } from "../../formation.js";

/** An everyday slot: the verbs that state it, and the words that questions about it use. */
export interface EverydaySlot {
  readonly name: string;
  readonly type: SlotType;
  readonly isSingle: boolean;
  /** Verbs with their prepositions, in base form. */
  readonly verbs: readonly string[];
  readonly words: readonly string[];
}

/** Name | type | one or many values at a time | verbs | words of questions. */
const TABLE = `
home | place | one | live in; live at; live on; move to; move into; move back to; relocate to; settle in; settle down in; base in; reside in | live house home city town address residence reside apartment flat place
employer | text | one | work at; work for; hire by; start a new job at; start a job at; take a job at; get a job at; find work at; employ by; intern at | work job employer company firm workplace office
job | text | one | work as; become a; become an; promote to; start as; hire as | job work occupation profession position role title career
studies | text | one | study; major in; enrol in; enroll in | study major degree course subject
school | text | one | attend school at; go to school at; transfer to | school college university attend
car | thing | one | drive a; drive an | car vehicle drive
partner | person | one | marry; be marry to; engage to; date | partner spouse husband wife boyfriend girlfriend married dating fiance
allergy | thing | many | allergic to | allergy allergic
instrument | thing | many | play the | instrument play music
language | thing | many | learn; speak; be fluent in | language learning speak fluent
medication | thing | many | take mg of; be prescribe; be on | medication medicine drug prescription pill
wake-up time | time | one | wake up at; get up at | wake alarm morning
bedtime | time | one | go to bed at; go to sleep at | bed sleep bedtime
gym | text | one | work out at; train at; exercise at; lift at | gym workout exercise train
bank | text | one | bank with; bank at; keep my money with; keep my money at; keep my money in | bank money account
manager | person | one | report to | manager boss report supervisor
team | text | one | support; root for; cheer for; play for | team club support fan
commute | text | one | commute by; commute on; get to work by; travel to work by | commute transport
book | text | one | be read; be in the middle of reading | book novel reading
series | text | one | be watch; be binge | show series watching
age | number | one | turn | age old
weight | number | one | weigh | weight weigh
height | text | one | stand tall | height tall
diet | text | one | go vegan; go vegetarian; eat a | diet food eating
volunteering | text | many | volunteer at; volunteer with; volunteer for | volunteer charity
landlord | person | one | rent from | landlord
birthplace | place | one | be bear in; grow up in; come from | born birthplace origin hometown
retirement | text | one | retire from | retire
`;

/** Adjectives of a person that name their own slot. */
export const STATES: Readonly<Record<string, string>> = {
  vegan: "diet",
  vegetarian: "diet",
  pescatarian: "diet",
  "lactose intolerant": "diet",
  "gluten-free": "diet",
  single: "relationship status",
  married: "relationship status",
  engaged: "relationship status",
  divorced: "relationship status",
  widowed: "relationship status",
  retired: "employment",
  unemployed: "employment",
  freelance: "employment",
  "self-employed": "employment",
  pregnant: "pregnancy",
  "left-handed": "handedness",
  "right-handed": "handedness",
};

export const EVERYDAY: readonly EverydaySlot[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [name, type, values, verbs, words] = line.split("|").map((cell) => cell.trim());
    return {
      name: name!,
      type: type as SlotType,
      isSingle: values === "one",
      verbs: verbs!.split(";").map((verb) => verb.trim()),
      words: words!.split(" "),
    };
  });

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** People who are subjects of their own facts, by the relation to the speaker. */
export const KIN = set(
  "brother sister mom mum mother dad father wife husband partner girlfriend boyfriend fiance fiancee son daughter kid child baby cousin aunt uncle niece nephew grandma grandmother grandpa grandfather grandson granddaughter stepmom stepdad stepson stepdaughter twin friend buddy bestie roommate flatmate housemate neighbor neighbour colleague coworker ex parents in-law mother-in-law father-in-law sister-in-law brother-in-law",
);

/** Words with which a speaker judges: no value of a slot. */
export const JUDGEMENTS = set(
  "great good nice amazing awesome wonderful fantastic terrible bad awful horrible hard tough easy fun funny boring interesting exciting excited happy sad tired exhausted stressed stressful busy crazy wild weird strange beautiful lovely cute adorable perfect best worst better worse important special favorite favourite fine okay ok ready sure glad proud grateful thankful lucky sorry nervous worried scared anxious delicious tasty incredible unbelievable inspiring supportive helpful kind sweet going doing getting coming looking feeling being so very really pretty quite too such super always never just all about like something everything nothing what how why where when who here there back over done finished up down out off on true right wrong different same big small huge a an my the one",
);
