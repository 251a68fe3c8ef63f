/** Attributes that the reader makes of other things in a note: the id of a section of its title, what a link leads to of those. */
export const isDerived = (type: string, name: string): boolean =>
  (type === "Section" && name === "id") || (type === "Link" && name === "to");
