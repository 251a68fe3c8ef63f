import type { Cost, Rival } from "@semantic-xpath/inspect";
import { weightText } from "../../model/numbers.js";
import { PathLink } from "./PathLink.js";

/** Which operands cost a node most. */
export function Costs({ costs }: { readonly costs: readonly Cost[] }) {
  const telling = costs.filter(({ lost }) => lost > 0).slice(0, 6);
  if (telling.length === 0) return null;
  return (
    <table class="table">
      <caption>What cost it most</caption>
      <thead>
        <tr>
          <th scope="col">operand</th>
          <th scope="col" class="num">
            score
          </th>
          <th scope="col" class="num">
            lost
          </th>
        </tr>
      </thead>
      <tbody>
        {telling.map((cost, i) => (
          <tr key={i}>
            <td>
              <code>{cost.text}</code>
              <div class="quiet">
                on <PathLink path={cost.path} />
              </div>
            </td>
            <td class="num">{weightText(cost.score)}</td>
            <td class="num">−{weightText(cost.lost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function RivalLine({ label, rival }: { readonly label: string; readonly rival: Rival | null }) {
  if (rival === null) return null;
  return (
    <p class="rival">
      <span class="quiet">{label}</span> <span class="num">#{rival.rank}</span> <PathLink path={rival.path} />{" "}
      <span class="num">{weightText(rival.weight)}</span>
    </p>
  );
}
