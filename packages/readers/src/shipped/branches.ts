export const text = { type: "string" };
export const instant = { type: "dateTime" };

/** What the schemas of conversations say that can be gone on with from an earlier turn. */
export const BRANCHED = {
  version: 1,
  documentation: "Conversations as they stand, and what was said before it was said otherwise.",
  roots: ["Export", "Conversation"],
};

export const Branch = {
  documentation: "Turns that the conversation has left, at the place where it did.",
  attributes: { from: { type: "ref(Turn)", documentation: "The turn after which it leaves." } },
  children: { Turn: {}, Branch: {} },
};
