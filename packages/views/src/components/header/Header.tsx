import type { Cause } from "@semantic-xpath/inspect";
import { useState } from "preact/hooks";
import { counted, countText, scorerName, timeText } from "../../model/text.js";
import type { RunEntry } from "../../protocol.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { Notice } from "../parts/Notice.js";
import { hasRun, RunSelect, useRun } from "../run.js";
import { QueryText } from "./QueryText.js";

interface HeaderProps {
  readonly runs: readonly RunEntry[];
  readonly onRun: (run: string) => void;
  readonly onRedact: (isOn: boolean) => void;
  /** True if a tag marks the run as redacted. */
  readonly isMarked: boolean;
}

const EXPORTS = { html: "HTML report", json: "JSON", csv: "CSV of the results", mermaid: "Mermaid diagram" } as const;

/** Query, result, and actions of the run. */
export function Header({ runs, onRun, onRedact, isMarked }: HeaderProps) {
  const { host, run, overview, redacted } = useRun();
  const isWhole = hasRun(overview);
  return (
    <header class="header">
      <div class="header-top">
        {runs.length > 1 ? (
          <RunSelect label="Run" runs={runs} chosen={run} onChoose={onRun} />
        ) : (
          <h1>{overview.name ?? "Query"}</h1>
        )}
        <span class="header-of quiet clip">
          {[overview.dataName, overview.schemaName].filter((name) => name !== null).join(" · ")}
        </span>
        {isMarked && <span class="tag">redacted</span>}
        <span class="toolbar-end">
          {host.can.has("redact") && (
            <label class="row switch">
              <input type="checkbox" checked={redacted} onChange={(event) => onRedact(event.currentTarget.checked)} />
              Redact
            </label>
          )}
          {isWhole && host.can.has("rerun") && (
            <Button icon="again" label="Run again" onPress={() => host.send({ type: "rerun", run })} />
          )}
          {isWhole && (
            <Menu
              label="Export"
              items={host.exports.map((format) => ({
                label: EXPORTS[format],
                onPress: () => host.send({ type: "export", run, format, redacted }),
              }))}
            >
              Export
              <Icon name="down" />
            </Menu>
          )}
          {host.can.has("forget") && runs.length > 1 && (
            <Button icon="close" label="Forget this run" onPress={() => host.send({ type: "forget", run })} />
          )}
        </span>
      </div>
      <QueryText />
      {isWhole && <Stats />}
      <Causes causes={overview.causes} />
    </header>
  );
}

/** Number of results and nodes, the scorer, and the effort. */
export function Stats() {
  const { overview } = useRun();
  const { trace, limit, minScore, params } = overview;
  const parts = [
    trace.value === undefined
      ? `${counted(overview.resultCount, "result")} of ${counted(overview.treeSize, "node")}`
      : `${counted(overview.resultCount, "contributor")} in ${counted(overview.treeSize, "node")}`,
    trace.now !== undefined && `clock ${trace.now}`,
    `${timeText(trace.milliseconds)} ms`,
    overview.isSemantic && scorerName(trace.scorer),
    overview.isSemantic && `${counted(trace.scorerPairs, "pair")} in ${counted(trace.scorerCalls, "call")}`,
    overview.isSemantic && trace.cacheHits > 0 && counted(trace.cacheHits, "cache hit"),
    trace.strategy === "best-first" && "best first",
    limit !== null && `limit ${countText(limit)}`,
    minScore > 0 && `minimum score ${minScore}`,
    ...Object.entries(params).map(([name, value]) => `$${name} = ${JSON.stringify(value)}`),
  ].filter((part) => part !== false);
  return (
    <>
      <ul class="stats" aria-label="Figures of the run">
        {parts.map((part) => (
          <li key={part}>
            <span title={part === scorerName(trace.scorer) ? trace.scorer : undefined}>{part}</span>
          </li>
        ))}
      </ul>
      {overview.approximation !== null && <p class="stats approximation">{overview.approximation}</p>}
      {overview.caveats.map((caveat) => (
        <p class="stats approximation" key={caveat}>
          {caveat}
        </p>
      ))}
    </>
  );
}

/** The commonest causes in words, the most important first; the others are shown by a button. */
export function Causes({ causes }: { readonly causes: readonly Cause[] }) {
  const { go } = useRun();
  const [isAll, setAll] = useState(false);
  if (causes.length === 0) return null;
  return (
    <Notice kind="warning">
      <ul class="causes">
        {(isAll ? causes : causes.slice(0, 1)).map(({ kind, operatorId, message, advice }) => (
          <li key={`${kind} ${operatorId}`}>
            <span>{message}</span>
            {advice !== null && <span class="quiet"> – {advice}</span>}{" "}
            {operatorId !== 0 && (
              <Button
                kind="link"
                label={`#${operatorId}`}
                onPress={() => go({ tab: "execution", operator: operatorId })}
              />
            )}
          </li>
        ))}
      </ul>
      {causes.length > 1 && (
        <Button kind="link" label={isAll ? "Less" : `${causes.length - 1} more`} onPress={() => setAll(!isAll)} />
      )}
    </Notice>
  );
}
