import { countText, scorerName, some, timeText } from "../../model/numbers.js";
import type { RunEntry } from "../../protocol.js";
import { Button } from "../parts/Button.js";
import { Icon } from "../parts/Glyph.js";
import { Menu } from "../parts/Menu.js";
import { useRun } from "../run.js";
import { entryText } from "../runEntry.js";
import { Causes } from "./Causes.js";
import { QueryText } from "./QueryText.js";

interface HeaderProps {
  readonly runs: readonly RunEntry[];
  readonly onRun: (run: string) => void;
  readonly onRedact: (isOn: boolean) => void;
  readonly isNamed: boolean;
}

const EXPORTS = { html: "HTML report", json: "JSON", mermaid: "Mermaid diagram" } as const;

/** What was asked, what came of it, and what can be done with the run. */
export function Header({ runs, onRun, onRedact, isNamed }: HeaderProps) {
  const { host, run, overview, redacted } = useRun();
  return (
    <header class="header">
      <div class="header-top">
        {runs.length > 1 ? (
          <label class="runs">
            <span class="visually-hidden">Run</span>
            <select value={run} onChange={(event) => onRun(event.currentTarget.value)}>
              {[...runs].reverse().map((entry) => (
                <option key={entry.id} value={entry.id}>
                  {entryText(entry)}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <h1>{overview.name ?? "Query"}</h1>
        )}
        <span class="header-of quiet">
          {[overview.dataName, overview.schemaName].filter((name) => name !== null).join(" · ")}
        </span>
        {isNamed && <span class="tag">redacted</span>}
        <span class="toolbar-end">
          {host.can.redact && (
            <label class="switch">
              <input type="checkbox" checked={redacted} onChange={(event) => onRedact(event.currentTarget.checked)} />
              Redact
            </label>
          )}
          {host.can.rerun && (
            <Button kind="icon" label="Run again" onPress={() => host.rerun(run)}>
              <Icon name="again" />
            </Button>
          )}
          <Menu
            label="Export"
            items={host.can.exportAs.map((format) => ({
              label: EXPORTS[format],
              onPress: () => host.exportAs(run, format, redacted),
            }))}
          >
            Export
            <Icon name="down" />
          </Menu>
          {host.can.forget && runs.length > 1 && (
            <Button kind="icon" label="Forget this run" onPress={() => host.forget(run)}>
              <Icon name="close" />
            </Button>
          )}
        </span>
      </div>
      <QueryText />
      <Stats />
      <Causes causes={overview.causes} />
    </header>
  );
}

/** How many of how many, the scorer, and what it took. */
function Stats() {
  const { overview } = useRun();
  const { trace, limit, minScore, params } = overview;
  const parts = [
    `${some(overview.resultCount, "result")} of ${some(overview.treeSize, "node")}`,
    `${timeText(trace.milliseconds)} ms`,
    ...(overview.isSemantic
      ? [
          scorerName(trace.scorer),
          `${some(trace.scorerPairs, "pair")} in ${some(trace.scorerCalls, "call")}`,
          ...(trace.cacheHits > 0 ? [some(trace.cacheHits, "cache hit")] : []),
        ]
      : []),
    ...(trace.strategy === "best-first" ? ["best first"] : []),
    ...(limit === null ? [] : [`limit ${countText(limit)}`]),
    ...(minScore > 0 ? [`minimum score ${minScore}`] : []),
    ...Object.entries(params).map(([name, value]) => `$${name} = ${JSON.stringify(value)}`),
  ];
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
    </>
  );
}
