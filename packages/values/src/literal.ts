/** Names that stand in a query without quotes. */
const NAME = /^[\p{L}_][\p{L}_\p{Nd}.-]*(?::[\p{L}_][\p{L}_\p{Nd}.-]*)?$/u;

/** True if a query can write the name of a type or an attribute without quotes. */
export const isPlainName = (name: string): boolean => NAME.test(name);

/** A text as a string of the language, with its quotation marks doubled. */
export const stringLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The name of a type or an attribute as a query writes it. */
export const nameLiteral = (name: string): string => (isPlainName(name) ? name : stringLiteral(name));
