import type { TurnCost } from "@semantic-xpath/chat";
import { Bar, countText } from "@semantic-xpath/views/components";

/** Tokens of a turn in one line; open, where they went, and what the same turn would have taken otherwise. */
export function Cost({ cost }: { readonly cost: TurnCost }) {
  const { calls, retrieved, whole, flat } = cost;
  const input = calls.reduce((sum, call) => sum + call.input, 0);
  const output = calls.reduce((sum, call) => sum + call.output, 0);
  const most = Math.max(1, retrieved, whole, flat);
  const parts = [
    ["What was found", retrieved],
    ["As many nodes from a flat search", flat],
    ["The whole memory", whole],
  ] as const;
  return (
    <details class="cost">
      <summary>
        {calls.length === 0
          ? `${countText(retrieved)} of ${countText(whole)} tokens`
          : `${countText(input)} in, ${countText(output)} out`}
      </summary>
      <table class="table">
        <caption class="visually-hidden">Tokens of this turn</caption>
        <tbody>
          {parts.map(([name, tokens]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Bar share={tokens / most} />
              </td>
              <td class="num">{countText(tokens)}</td>
            </tr>
          ))}
          {calls.map(({ purpose, input: into, output: out }, i) => (
            <tr key={i}>
              <th scope="row">{purpose}</th>
              <td class="quiet">model</td>
              <td class="num">
                {countText(into)} in, {countText(out)} out
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
