import { inMemoryJournal, Memory, type Task } from "@semantic-xpath/memory";
import { readXml } from "@semantic-xpath/readers";

/** A store whose clock goes on by a day with each look. */
export function newStore(): Memory {
  let days = 0;
  const now = (): Date => new Date(Date.UTC(2026, 2, 1 + days++, 9));
  return Memory.create(inMemoryJournal(), { now });
}

const TRIP = `<Itinerary>
  <Day name="Day 1"><POI name="Harbour">Boats and sea lions</POI><POI name="Bean House">Coffee and cake</POI></Day>
  <Day name="Day 2"><POI name="Museum of Art">Paintings</POI><POI name="Zoo">Pandas</POI></Day>
</Itinerary>`;

const LIST = `<List><Task name="Passport">Renew it</Task><Task name="Coffee beans">Buy some</Task></List>`;

/** Two tasks; the trip has four versions on `main` and one on `rain`: added, changed, moved, deleted. */
export function tripStore(): Memory {
  const memory = newStore();
  const trip = memory.createTask("trip", readXml(TRIP), {
    title: "San Diego trip",
    provenance: { author: "Ann", turn: "1" },
  });
  memory.createTask("todo", readXml(LIST), { title: "Errands" });
  const museum = trip.head().keyOf(6);
  change(trip, museum, (node) => [{ kind: "setAttribute", node, name: "name", value: "Museum of Modern Art" }]);
  memory.task("trip").commit(
    [
      {
        kind: "insert",
        parent: 2,
        content: { type: "POI", attributes: { name: "Café Nero" }, text: "Espresso at the pier" },
      },
    ],
    { provenance: { author: "Ben", reason: "a coffee break", turn: "7" } },
  );
  trip.branch("rain", 2);
  change(trip, museum, (node) => [{ kind: "delete", node }]);
  const zoo = trip.head("rain").keyOf(7);
  trip.commit([{ kind: "delete", node: trip.head("rain").nodeOf(zoo)! }], { branch: "rain" });
  return memory;
}

type Edits = Parameters<Task["commit"]>[0];

const change = (task: Task, key: number, edits: (node: number) => Edits): void => {
  task.commit(edits(task.head().nodeOf(key)!));
};
