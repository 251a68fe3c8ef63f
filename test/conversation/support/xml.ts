import { type Element, parseXmlDocument } from "slimdom";

/** Nodes and edges of a graph in GEXF with the names of their attributes, read by another XML parser. */
export function readGexf(xml: string): { nodes: Record<string, string>[]; edges: Record<string, string>[] } {
  const root = parseXmlDocument(xml).documentElement!;
  const titles = (kind: string) => {
    const [attributes] = elements(root, "attributes").filter((element) => element.getAttribute("class") === kind);
    return new Map(
      elements(attributes!, "attribute").map((element) => [element.getAttribute("id"), element.getAttribute("title")!]),
    );
  };
  const values = (element: Element, kind: string) =>
    Object.fromEntries(
      elements(element, "attvalue").map((value) => [
        titles(kind).get(value.getAttribute("for")),
        value.getAttribute("value")!,
      ]),
    );
  return {
    nodes: elements(root, "node").map((node) => values(node, "node")),
    edges: elements(root, "edge").map((edge) => ({
      source: edge.getAttribute("source")!,
      target: edge.getAttribute("target")!,
      ...values(edge, "edge"),
    })),
  };
}

const elements = (parent: Element, name: string): Element[] => [...parent.getElementsByTagName(name)] as Element[];
