import type { NodeDetails } from "@semantic-xpath/inspect";
import { Answered, useAnswer } from "../parts/answers.js";
import { Weight } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { STATE_WORDS, StateGlyph } from "../parts/Glyph.js";
import { PathText } from "../parts/Path.js";
import { hasRun, useRun } from "../run.js";
import { WhyBox } from "./WhyBox.js";

interface NodePaneProps {
  readonly node: number | null;
  readonly from: "memory" | "results" | "execution";
}

/** Details of one node: its content, its state, and the reasons. */
export function NodePane({ node, from }: NodePaneProps) {
  const { view } = useRun();
  const details = useAnswer(node === null ? null : () => view.node({ node }), [view, node]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <aside class={node === null ? "pane pane-empty" : "pane"} aria-label="Selected node" tabIndex={0}>
      {node === null ? (
        <p class="quiet">Select a node to see what it says, and why it is in the result or not.</p>
      ) : (
        <Answered answer={details} what="the node">
          {(found) => <Details details={found} isLinked={from !== "memory"} />}
        </Answered>
      )}
    </aside>
  );
}

function Details({ details, isLinked }: { readonly details: NodeDetails; readonly isLinked: boolean }) {
  const { host, run, go, overview } = useRun();
  const { node, type, state, weight, path, source, attributes, text } = details;
  const isOfValue = overview.trace.value !== undefined;
  return (
    <>
      <header class="pane-head">
        <StateGlyph state={state} />
        <h2>{type}</h2>
        <span class="quiet">{isOfValue && state === "result" ? "in the value" : STATE_WORDS[state]}</span>
        {state !== "unvisited" && !isOfValue && <Weight value={weight} />}
      </header>
      <div class="pane-path">
        <PathText path={path} />
        <Button
          icon="copy"
          label="Copy path"
          onPress={() => host.send({ type: "copy", text: path, what: "the path" })}
        />
      </div>
      <div class="buttons">
        {isLinked && <Button label="Show in Memory" onPress={() => go({ tab: "memory", node })} />}
        {host.can.has("reveal") && source !== null && (
          <Button label="Go to source" onPress={() => host.send({ type: "reveal", run, node, isFocused: true })} />
        )}
      </div>
      {hasRun(overview) && <WhyBox node={node} path={path} isResult={state === "result"} />}
      {attributes.length > 0 && (
        <section aria-label="Attributes">
          <h3>Attributes</h3>
          <dl class="fields">
            {attributes.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {text !== "" && (
        <section aria-label="Text">
          <h3>Text</h3>
          <p class="node-text">{text}</p>
        </section>
      )}
    </>
  );
}
