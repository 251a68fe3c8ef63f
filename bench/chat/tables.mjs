import { power } from "../report/numbers.mjs";

const ms = (value) => `${value.toFixed(1)} ms`;

export function delayTable(records) {
  return {
    title: "Chat: from the request to the first word of the answer, without the model's own time",
    columns: ["request", "nodes", "first turn", "first word", "whole turn", "answered"],
    rows: records.map(({ kind, size, cold, first, whole, answered }) => [
      kind,
      power(size),
      ms(cold),
      ms(first),
      ms(whole),
      `${Math.round(answered * 100)} %`,
    ]),
    notes: [
      "The aim is 50 ms at 10^5 nodes. The whole turn has the comparison with a flat search in it, which nobody waits for.",
      "After an edit: each request is about a version that nobody has looked at yet.",
    ],
  };
}

export function worthTable(records) {
  const mean = (sum, { answered }) => (answered === 0 ? "—" : Math.round(sum / answered).toString());
  return {
    title: "Chat: tokens handed on for a question, by the translator alone, and whether the answer is in them",
    columns: ["requests", "questions", "answered", "answer in it", "retrieved", "flat", "whole"],
    rows: records.map((record) => [
      record.domain,
      `${record.asked}`,
      `${record.answered}`,
      `${record.carried}`,
      mean(record.retrieved, record),
      mean(record.flat, record),
      mean(record.whole, record),
    ]),
    notes: [
      "Means over the questions that were answered without asking back. Flat: all nodes ranked by the request, down to the last one that was retrieved.",
    ],
  };
}
