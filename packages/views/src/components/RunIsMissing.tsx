import type { RunOverview } from "@semantic-xpath/inspect";
import type { Host } from "../host/host.js";
import type { RunEntry } from "../protocol.js";
import { Button } from "./parts/Button.js";
import { Waiting } from "./parts/Notice.js";
import type { Asked } from "./parts/useAsked.js";

interface RunIsMissingProps {
  readonly host: Host;
  readonly runs: readonly RunEntry[];
  readonly run: string;
  readonly asked: Asked<RunOverview>;
  readonly onRun: (run: string) => void;
}

/** A run that is on its way, or cannot be had: then there are ways on. */
export function RunIsMissing({ host, runs, run, asked, onRun }: RunIsMissingProps) {
  const others = runs.filter(({ id }) => id !== run).reverse();
  return (
    <>
      <Waiting asked={asked} what="the run" />
      {asked.state === "failed" && (
        <div class="buttons pad">
          {host.can.rerun && <Button kind="primary" label="Run again" onPress={() => host.rerun(run)} />}
          {others.slice(0, 5).map((entry) => (
            <Button key={entry.id} label={`Show ${entry.title}`} onPress={() => onRun(entry.id)} />
          ))}
        </div>
      )}
    </>
  );
}
