export const text = { type: "string" };
export const instant = { type: "dateTime" };

/** What the schemas of conversations say that can be gone on with from an earlier turn. */
export const BRANCHED = {
  version: 1,
  documentation: "Conversations in their current form, with abandoned turns as branches.",
  roots: ["Export", "Conversation"],
};

export const Branch = {
  documentation: "Turns that the conversation has left, at the place where it did.",
  attributes: { from: { type: "ref(Turn)", documentation: "The turn after which it leaves." } },
  children: { Turn: {}, Branch: {} },
};
