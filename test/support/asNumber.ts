/** The number that a text of the data is, as the engine gives it where the column is one of numbers; other values as they are. */
export const asNumber = (item: unknown): unknown =>
  String(item).trim() !== "" && !Number.isNaN(Number(String(item))) ? Number(item) : item;
