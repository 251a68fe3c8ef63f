import { getOrMake } from "@semantic-xpath/tree";
import type { Token, TreeAdapter, TreeAdapterTypeMap } from "parse5";

/** A node while the parser still moves it about: an element, a text, or what only holds others (`name` and `text` null). */
export interface HtmlNode {
  readonly name: string | null;
  readonly attributes: Token.Attribute[];
  readonly space: string;
  text: string | null;
  parent: HtmlNode | null;
  previous: HtmlNode | null;
  next: HtmlNode | null;
  first: HtmlNode | null;
  last: HtmlNode | null;
  /** Source range; -1: nothing in the source. */
  start: number;
  end: number;
  endTag: unknown;
  /** Content of a template, which is excluded from the tree. */
  content: HtmlNode | null;
}

export type HtmlMap = TreeAdapterTypeMap<
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode,
  HtmlNode
>;

const htmlNode = (
  name: string | null,
  text: string | null,
  space = "",
  attributes: Token.Attribute[] = [],
): HtmlNode => ({
  name,
  attributes,
  space,
  text,
  parent: null,
  previous: null,
  next: null,
  first: null,
  last: null,
  start: -1,
  end: -1,
  endTag: undefined,
  content: null,
});

/**
 * Document of the parser: linked nodes, since it moves them about, one by one from the first, and an array would take quadratic time. Comments and
 * doctypes are dropped. `onElement` is called for every element before it is made, with the number of its attributes.
 */
export function documentAdapter(onElement: (attributes: number) => void): TreeAdapter<HtmlMap> {
  const adopting = new Map<HtmlNode, Set<string>>();
  // After it has put in a text the parser looks for it among its siblings, to say where it is; this array answers that at once.
  const lastText: HtmlNode[] = [];
  lastText.lastIndexOf = () => lastText.length;
  let isTextSought = false;
  return {
    ...LINKED,
    createElement(name, space, attributes) {
      onElement(attributes.length);
      isTextSought = false;
      return htmlNode(name, null, space, attributes);
    },
    insertText(parent, text) {
      lastText[0] = insertText(parent, text, null);
      isTextSought = true;
    },
    insertTextBefore(parent, text, before) {
      lastText[0] = insertText(parent, text, before);
      isTextSought = true;
    },
    adoptAttributes(node, attributes) {
      // `html` and `body` may be opened again and again.
      const names = getOrMake(adopting, node, () => new Set(node.attributes.map(({ name }) => name)));
      for (const attribute of attributes) {
        if (names.has(attribute.name)) continue;
        names.add(attribute.name);
        node.attributes.push(attribute);
      }
      onElement(node.attributes.length);
    },
    getChildNodes: (node) => {
      if (!isTextSought) return childrenOf(node);
      isTextSought = false;
      return lastText;
    },
  };
}

/** Operations of the parser that need only the links of nodes. */
const LINKED = {
  createDocument: () => htmlNode(null, null),
  createDocumentFragment: () => htmlNode(null, null),
  createCommentNode: () => htmlNode(null, null),
  createTextNode: (text) => htmlNode(null, text),
  appendChild: (parent, node) => insert(parent, node, null),
  insertBefore: insert,
  detachNode: detach,
  setTemplateContent(node, content) {
    node.content = content;
  },
  getTemplateContent: (node) => node.content!,
  getFirstChild: (node) => node.first,
  getParentNode: (node) => node.parent,
  getAttrList: (node) => [...node.attributes],
  getTagName: (node) => node.name!,
  getNamespaceURI: (node) => node.space as ReturnType<TreeAdapter["getNamespaceURI"]>,
  getTextNodeContent: (node) => node.text!,
  getCommentNodeContent: () => "",
  getDocumentTypeNodeName: () => "",
  getDocumentTypeNodePublicId: () => "",
  getDocumentTypeNodeSystemId: () => "",
  isTextNode: (node): node is HtmlNode => node.text !== null,
  isElementNode: (node): node is HtmlNode => node.name !== null,
  isCommentNode: (node): node is HtmlNode => node.name === null && node.text === null,
  isDocumentTypeNode: (_): _ is HtmlNode => false,
  setDocumentType() {},
  setDocumentMode: (node, mode) => {
    node.endTag = mode;
  },
  getDocumentMode: (node) => node.endTag as ReturnType<TreeAdapter["getDocumentMode"]>,
  getNodeSourceCodeLocation: (node) => (node.start < 0 ? null : (node as unknown as Token.ElementLocation)),
  setNodeSourceCodeLocation(node, location) {
    if (location === null) return;
    node.start = location.startOffset;
    node.end = location.endOffset;
  },
  updateNodeSourceCodeLocation(node, { endTag, endOffset }) {
    node.end = endOffset ?? node.end;
    node.endTag = endTag;
  },
} satisfies Partial<TreeAdapter<HtmlMap>>;

/** For the element that takes over all children of another. */
function childrenOf({ first }: HtmlNode): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = first; child !== null; child = child.next) children.push(child);
  return children;
}

/** Puts a node before another, null: at the end. */
function insert(parent: HtmlNode, node: HtmlNode, before: HtmlNode | null): void {
  const previous = before === null ? parent.last : before.previous;
  node.parent = parent;
  node.previous = previous;
  node.next = before;
  if (previous === null) parent.first = node;
  else previous.next = node;
  if (before === null) parent.last = node;
  else before.previous = node;
}

function insertText(parent: HtmlNode, text: string, before: HtmlNode | null): HtmlNode {
  const previous = before === null ? parent.last : before.previous;
  if (previous !== null && previous.text !== null) {
    previous.text += text;
    return previous;
  }
  const node = htmlNode(null, text);
  insert(parent, node, before);
  return node;
}

function detach(node: HtmlNode): void {
  const { parent, previous, next } = node;
  if (parent === null) return;
  if (previous === null) parent.first = next;
  else previous.next = next;
  if (next === null) parent.last = previous;
  else next.previous = previous;
  node.parent = null;
  node.previous = null;
  node.next = null;
}
