import { type AstNode, type Binding, type ParameterReference, walk } from "@semantic-xpath/parser";

/** Meaning of each `$name`: the binding of a surrounding quantifier, else a parameter of the query. */
type Meanings = ReadonlyMap<ParameterReference, Binding | null>;

/**
 * The meaning of every `$name` below a node. `named` says what a name is read as: how a renaming is tried. A binding is seen by the bindings
 * after it and by the condition, and hides what has its name outside.
 */
export function meaningsIn(root: AstNode, named: (node: ParameterReference) => string = ({ name }) => name): Meanings {
  const meanings = new Map<ParameterReference, Binding | null>();
  walk(root, (node, ancestors) => {
    if (node.kind === "ParameterReference") meanings.set(node, bindingOf(node, ancestors, named));
  });
  return meanings;
}

/** The binding that a `$name` is of, given with its ancestors, outermost first; null: it is a parameter. */
export function bindingOf(
  node: ParameterReference,
  ancestors: readonly AstNode[],
  named: (node: ParameterReference) => string = ({ name }) => name,
): Binding | null {
  const name = named(node);
  for (let at = ancestors.length - 1; at >= 0; at--) {
    const around = ancestors[at]!;
    if (around.kind === "Binding" && around.parameter === node) return around;
    if (around.kind !== "Quantified") continue;
    const within = around.bindings.findIndex((binding) => binding === ancestors[at + 1]);
    const visible = within < 0 ? around.bindings : around.bindings.slice(0, within);
    const nearest = visible.findLast(
      ({ parameter }) => parameter.kind === "ParameterReference" && named(parameter) === name,
    );
    if (nearest !== undefined) return nearest;
  }
  return null;
}

/** The names of the parameters that a part of a query needs: without those that are bound in it. */
export function freeParameters(root: AstNode): readonly string[] {
  const free = [...meaningsIn(root)].filter(([, binding]) => binding === null).map(([{ name }]) => name);
  return [...new Set(free)].filter((name) => name !== "");
}
