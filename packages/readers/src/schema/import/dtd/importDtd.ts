import { type AttributeType, type NodeType, topTypes } from "@semantic-xpath/planner";
import { getOrMake } from "@semantic-xpath/tree";
import { childrenOf } from "../content.js";
import { type ImportedSchema, Importing, noNode, stringAttribute } from "../importing.js";
import { attributesOf } from "./attributes.js";
import { anyOf, contentModel } from "./contentModel.js";
import { type Declaration, declarationsOf, matchAt } from "./declarations.js";

export interface DtdOptions {
  /** Whether elements that hold only text, at most once under each parent, become attributes with `element: true`. Default false. */
  readonly fields?: boolean;
}

/**
 * The schema of the trees that `readXml` makes of documents that follow a DTD: the text of a `.dtd` file, or of a document with the
 * declarations in its DOCTYPE. The comment before a declaration becomes its documentation. The root is what the DOCTYPE names, else the
 * elements that are in no other. Never throws, fetches nothing, and replaces parameter entities within bounds only.
 *
 * @example importDtd("<!ELEMENT Plan (Day+)> <!ELEMENT Day (#PCDATA)>").schema?.types.Plan?.children // { Day: { min: 1 } }
 */
export function importDtd(text: string, { fields }: DtdOptions = {}): ImportedSchema {
  const importing = new Importing("DTD");
  const doctype = doctypeOf(text);
  if (doctype?.external) importing.report("SXP2302", doctype.external.span, { target: doctype.external.target });
  const declarations = declarationsOf(text, doctype?.start ?? 0, importing);
  const types = typesOf(declarations, importing);
  for (const [name, type] of types) importing.declare(name, type, isOnlyText(type) ? stringAttribute : undefined);
  if (types.size === 0) importing.report("SXP2301", { start: 0, end: Math.min(1, text.length) }, NO_ELEMENT);
  const named =
    doctype !== null && types.has(doctype.root) ? [doctype.root] : topTypes(withoutAny(types, declarations));
  return importing.result(named, { fields });
}

/** An element that may hold anything says of none that it is no root. */
function withoutAny(
  types: ReadonlyMap<string, NodeType>,
  declarations: readonly Declaration[],
): Readonly<Record<string, NodeType>> {
  const any = new Set(declarations.flatMap(({ element, body }) => (contentModel(body)?.isAny ? [element] : [])));
  return Object.fromEntries([...types].map(([name, type]) => [name, any.has(name) ? { ...type, children: {} } : type]));
}

const NO_ELEMENT = { kind: "DTD", problem: "it declares no element" };

function typesOf(declarations: readonly Declaration[], importing: Importing): Map<string, NodeType> {
  const types = new Map<string, NodeType>();
  const declared = new Set(declarations.filter(({ kind }) => kind === "ELEMENT").map(({ element }) => element));
  for (const { kind, element, body, comment, span } of declarations) {
    if (kind === "ATTLIST" || types.has(element)) continue;
    const model = contentModel(body);
    if (model === null)
      importing.report("SXP2301", span, { kind: "DTD", problem: `the content of "${element}" is unclear` });
    for (const name of model?.children.keys() ?? [])
      if (!declared.has(name)) importing.report("SXP2305", span, { name });
    const children = childrenOf(model?.isAny ? anyOf(declared) : (model?.children ?? anyOf([])));
    types.set(element, {
      ...(comment && { documentation: comment }),
      attributes: {},
      children,
      text: model?.text ?? true,
    });
  }
  // What is named and not declared may be there anyway, and nothing is known of it.
  for (const { children } of [...types.values()])
    for (const name of Object.keys(children)) if (!types.has(name)) types.set(name, { ...noNode, text: true });
  for (const declaration of declarations)
    if (declaration.kind === "ATTLIST") addAttributes(types, declaration, importing);
  return types;
}

/** An element may have several lists; the first declaration of an attribute counts. */
function addAttributes(types: Map<string, NodeType>, declaration: Declaration, importing: Importing): void {
  const { element, body, comment, span } = declaration;
  const type = getOrMake(types, element, () => noNode);
  const found = attributesOf(body);
  if (found === null)
    importing.report("SXP2301", span, { kind: "DTD", problem: `the attributes of "${element}" are unclear` });
  const attributes: [string, AttributeType][] = [...(found ?? [])];
  const [only, ...others] = attributes;
  const isOfAttribute = comment !== "" && only !== undefined && others.length === 0;
  if (isOfAttribute && only[1].documentation === undefined) only[1] = { ...only[1], documentation: comment };
  const documentation = type.documentation ?? (isOfAttribute ? undefined : comment || undefined);
  types.set(element, {
    ...type,
    ...(documentation !== undefined && { documentation }),
    attributes: { ...Object.fromEntries(attributes), ...type.attributes },
  });
}

const isOnlyText = ({ text, attributes, children }: NodeType): boolean =>
  text && Object.keys(attributes).length === 0 && Object.keys(children).length === 0;

interface Doctype {
  readonly root: string;
  /** Where its declarations start; the end of the text if it has none. */
  readonly start: number;
  readonly external: {
    readonly target: string;
    readonly span: { readonly start: number; readonly end: number };
  } | null;
}

/** The DOCTYPE before the root of a document; null if the text is declarations alone. */
function doctypeOf(text: string): Doctype | null {
  const start = afterProlog(text);
  if (!text.startsWith(DOCTYPE, start)) return null;
  const words: string[] = [];
  let end = start + DOCTYPE.length;
  for (let word = wordAt(text, end); word !== null; word = wordAt(text, end)) {
    if (word.trim() !== "") words.push(word);
    end += word.length;
  }
  const file = words.length > 1 ? words.at(-1)! : null;
  const external = file === null ? null : { target: file.replace(/^["']|["']$/g, ""), span: { start, end } };
  return { root: words[0] ?? "", start: text[end] === "[" ? end + 1 : text.length, external };
}

const DOCTYPE = "<!DOCTYPE";

const wordAt = (text: string, at: number): string | null => matchAt(/\s+|"[^"]*"|'[^']*'|[^\s"'[>]+/y, text, at);

/** Where the first thing starts that is no white space, comment or processing instruction. */
function afterProlog(text: string): number {
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; ; ) {
    at += matchAt(/\s+/y, text, at)?.length ?? 0;
    const end = text.startsWith("<?", at) ? "?>" : text.startsWith("<!--", at) ? "-->" : null;
    const found = end === null ? -1 : text.indexOf(end, at);
    if (found < 0) return at;
    at = found + end!.length;
  }
}
