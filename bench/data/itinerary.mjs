import { randomFrom } from "./random.mjs";

const TRAVEL = ["Walk", "Taxi", "Flight"];
const RESTAURANTS = new Set([2, 5, 9]);

/**
 * A plan of about `size` nodes as days with stops: `Plan > Day[index] > 7 POI + 3 Restaurant`. Each stop has two short
 * attributes. All days lie under one parent: some engines are quadratic in that.
 */
export function itinerary(size) {
  const random = randomFrom(7);
  const days = [];
  for (let made = 1; made < size; ) {
    const day = { index: String(days.length + 1), stops: [] };
    days.push(day);
    made++;
    for (let k = 0; k < 10 && made < size; k++, made++) {
      const type = RESTAURANTS.has(k) ? "Restaurant" : "POI";
      day.stops.push({ type, name: `n${made}`, travel_method: TRAVEL[Math.floor(random() * 3)] });
    }
  }
  return days;
}

export function itineraryXml(days) {
  const parts = ["<Plan>"];
  for (const { index, stops } of days) {
    parts.push(`<Day index="${index}">`);
    for (const { type, name, travel_method } of stops) {
      parts.push(`<${type} name="${name}" travel_method="${travel_method}"/>`);
    }
    parts.push("</Day>");
  }
  parts.push("</Plan>");
  return parts.join("");
}

/** As JSON is usually written: types are property names, so that a path by type is a look-up. */
export function itineraryJson(days) {
  const stopsOf = (stops, wanted) =>
    stops.filter(({ type }) => type === wanted).map(({ name, travel_method }) => ({ name, travel_method }));
  return {
    Plan: {
      Day: days.map(({ index, stops }) => ({
        index,
        POI: stopsOf(stops, "POI"),
        Restaurant: stopsOf(stops, "Restaurant"),
      })),
    },
  };
}
