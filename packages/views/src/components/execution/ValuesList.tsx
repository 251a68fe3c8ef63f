import type { OperatorSummary } from "@semantic-xpath/inspect";
import type { TraceValue } from "@semantic-xpath/runtime";
import { singleText } from "../../model/text.js";
import { usePages } from "../parts/answers.js";
import { PathLink } from "../parts/Path.js";
import { useRun } from "../run.js";
import { More } from "./ScoresList.js";

const PAGE = 50;

/** Values of entries: the contributors of a value with their contributions, or the input of an order by with its keys. */
export function ValuesList({ operator }: { readonly operator: OperatorSummary }) {
  const { view } = useRun();
  const { id } = operator;
  const pages = usePages<TraceValue>((page) => view.values({ operatorId: id, ...page }), [view, id], PAGE);
  return (
    <div class="listing">
      <ul class="drops values" aria-label="Values">
        {pages.rows.map(({ path, values }, i) => (
          <li key={i}>
            <PathLink path={path} />
            <span class="drop-detail num">
              {values.map((value, k) => (
                <span key={k}>
                  {k > 0 && ", "}
                  {value === null ? <i class="quiet">absent</i> : singleText(value)}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <More pages={pages} total={operator.valuesCount} />
    </div>
  );
}
