/** A character that can be seen: no space, control or format character. */
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** True of a text without a character that can be seen. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
