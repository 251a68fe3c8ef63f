import { stemWord } from "@semantic-xpath/english";

/** Everyday words that people use for each other, a ring in a line. They reach names and values of small enumerations, never texts. */
const TABLE = `
car vehicle auto
bike bicycle cycle
walk foot walking
train rail
plane flight
movie film
song track tune
artist band musician singer
book title
kid child
pet animal
dog puppy
cat kitten
doctor physician gp
dentist dental
medicine medication drug pill
sick ill
person people
staff employee worker colleague
boss manager supervisor
client customer
owner assignee responsible
shop store
vendor supplier seller
price cost fee charge amount
expense spending payment cost amount
salary wage pay
rent lease
bill invoice
grocery food
meal dish food
vegetarian veggie
dessert sweet
drink beverage
hotel accommodation lodging
city town
place location venue spot
room space
building house
street address
phone telephone mobile
email mail
picture photo image
task todo job
issue ticket bug problem
bug defect
feature enhancement
meeting appointment session
event happening
concert gig show performance
deadline due
start begin
end finish
note comment remark
category kind type group
tag label
status state
priority urgency importance
rating score stars
weight mass
length duration
size dimension
color colour
child kid
teacher instructor
student pupil
team squad
country nation
language tongue
garden yard
laptop notebook computer
screen monitor display
broken damaged defective faulty
repair fix
happy glad
itinerary trip journey tour
outdoor outside openair alfresco
indoor inside
morning breakfast
evening dinner supper
noon lunch midday
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
