import type { Comment, Declaration } from "@semantic-xpath/parser";
import type { View } from "../workspace/view.js";

/** `day_with($wish as string)`. */
export function signatureOf({ name, parameters }: Declaration): string {
  const shown = parameters.map((one) => `$${one.name}${one.type === null ? "" : ` as ${one.type}`}`);
  return `${name.kind === "Name" ? name.text : "…"}(${shown.join(", ")})`;
}

/** The words of the comment right above a declaration, empty where there is none. */
export function commentBefore({ ast, text }: View, { span }: Declaration): string {
  const comment = ast.comments.findLast((one) => one.span.end <= span.start);
  return comment !== undefined && text.slice(comment.span.end, span.start).trim() === "" ? commentText(comment) : "";
}

const commentText = ({ text }: Comment): string =>
  text
    .replace(/^\(:\s*/, "")
    .replace(/\s*:\)$/, "")
    .replace(/\s*\n\s*/g, " ");
