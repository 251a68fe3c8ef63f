import { stemWord } from "@semantic-xpath/english";

/** Everyday words that people use for each other, a ring in a line. They reach names and values of small enumerations, never texts. */
const TABLE = `
price cost fee charge amount
expense spending payment cost amount
salary wage pay
meal dish food
deadline due
start begin
end finish
owner assignee responsible
category kind type group
status state
priority urgency importance
rating score stars
weight mass
length duration
place location venue spot
note comment remark
phone telephone mobile
picture photo image
doctor physician
car vehicle auto
person people
staff employee worker
customer client
itinerary trip journey tour
outdoor outside openair
indoor inside
meeting appointment session
issue ticket bug problem
task todo job
film movie
song track
book title
`;

/** The other words of the rings of a stem, as stems. */
export const RINGS: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const rings = new Map<string, Set<string>>();
  for (const line of TABLE.trim().split("\n")) {
    const stems = line.split(" ").map(stemWord);
    for (const stem of stems) {
      const ring = rings.get(stem) ?? new Set();
      for (const other of stems) if (other !== stem) ring.add(other);
      rings.set(stem, ring);
    }
  }
  return rings;
})();
