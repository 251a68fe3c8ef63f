import { itineraryNodes, todo } from "../data/nodes.mjs";

const atom = (condition) => ({ kind: "atom", condition });
const not = (operand) => ({ kind: "not", operand });
const of = (fn, ...operands) => ({ kind: "of", fn, operands });
const over = (fn, type, operand) => ({ kind: "over", fn, type, operand });

/**
 * Queries where pruning has something to gain, each twice: as text for the engine, and as steps for the simulation, which shares
 * nothing with it. A condition is one letter.
 */
export const PRUNING_QUERIES = [
  {
    text: '/Plan/Day/POI[node =~ "a"]',
    nodes: itineraryNodes,
    steps: [{ type: "Day" }, { type: "POI", score: atom("a") }],
  },
  {
    text: '/Plan/Day[node =~ "a"]/POI[node =~ "b"]',
    nodes: itineraryNodes,
    steps: [
      { type: "Day", score: atom("a") },
      { type: "POI", score: atom("b") },
    ],
  },
  {
    text: '/Plan/Day[max(/POI[node =~ "a"])]/Restaurant[node =~ "b"]',
    nodes: itineraryNodes,
    steps: [
      { type: "Day", score: over("max", "POI", atom("a")) },
      { type: "Restaurant", score: atom("b") },
    ],
  },
  {
    text: '/Plan/Day[avg(/POI[node =~ "a"])]',
    nodes: itineraryNodes,
    steps: [{ type: "Day", score: over("avg", "POI", atom("a")) }],
  },
  {
    text: '/Plan/Day/POI[min(node =~ "a", max(node =~ "b", 1-node =~ "c"), avg(node =~ "d", node =~ "e"))]',
    nodes: itineraryNodes,
    steps: [
      { type: "Day" },
      {
        type: "POI",
        score: of("min", atom("a"), of("max", atom("b"), not(atom("c"))), of("avg", atom("d"), atom("e"))),
      },
    ],
  },
  {
    text: '/Plan/Category[node =~ "a"]/Project[node =~ "b"]/Task[node =~ "c"]',
    nodes: todo,
    steps: [
      { type: "Category", score: atom("a") },
      { type: "Project", score: atom("b") },
      { type: "Task", score: atom("c") },
    ],
  },
];
