import { arbitraryTree, type PlainNode } from "./arbitraryCase.js";

const sizeOf = ({ children }: PlainNode): number => children.reduce((size, child) => size + sizeOf(child), 1);
export const bushyTree = arbitraryTree.filter((tree) => sizeOf(tree) >= 6);

const escaped = (text: string): string => text.replace(/[<&"]/g, (character) => `&#${character.charCodeAt(0)};`);
export const xmlOf = ({ type, attributes, text = "", children }: PlainNode): string => {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<${type}${given.join("")}>${escaped(text)}${children.map(xmlOf).join("")}</${type}>`;
};
