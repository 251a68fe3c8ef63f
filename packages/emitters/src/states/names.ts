import { tokenize } from "@semantic-xpath/parser";

/** Whether a name of a schema can be written in a query: a schema file may call a type "two words". */
export function isNameOfLanguage(name: string): boolean {
  const [, token, ...more] = tokenize(`/${name}`);
  return token?.kind === "name" && token.span.end === name.length + 1 && more.length === 0;
}
