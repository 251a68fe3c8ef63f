import { Weight } from "../parts/Bar.js";
import { Button } from "../parts/Button.js";
import { Icon, STATE_WORDS, StateGlyph } from "../parts/Glyph.js";
import { Waiting } from "../parts/Notice.js";
import { PathText } from "../parts/PathText.js";
import { useAsked } from "../parts/useAsked.js";
import { useRun } from "../run.js";
import { WhyBox } from "./WhyBox.js";

/** All about one node: what it says, what became of it, and why. */
export function NodePane({
  node,
  from,
}: {
  readonly node: number | null;
  readonly from: "memory" | "results" | "execution";
}) {
  const { view, host, run, go } = useRun();
  const asked = useAsked(node === null ? null : () => view.node({ node }), [view, node]);
  if (node === null) {
    return (
      <aside class="pane pane-empty" aria-label="Selected node">
        <p class="quiet">Select a node to see what it says, and why it is in the result or not.</p>
      </aside>
    );
  }
  if (asked.state !== "there") {
    return (
      <aside class="pane" aria-label="Selected node">
        <Waiting asked={asked} what="the node" />
      </aside>
    );
  }
  const details = asked.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <aside class="pane" aria-label="Selected node" tabIndex={0}>
      <header class="pane-head">
        <StateGlyph state={details.state} />
        <h2>{details.type}</h2>
        <span class="quiet">{STATE_WORDS[details.state]}</span>
        {details.state !== "unvisited" && <Weight value={details.weight} />}
      </header>
      <div class="pane-path">
        <PathText path={details.path} />
        <Button kind="icon" label="Copy path" onPress={() => host.copy(details.path, "the path")}>
          <Icon name="copy" />
        </Button>
      </div>
      <div class="buttons">
        {from !== "memory" && <Button label="Show in Memory" onPress={() => go({ tab: "memory", node })} />}
        {host.can.reveal && details.source !== null && (
          <Button label="Go to source" onPress={() => host.reveal(run, node)} />
        )}
      </div>
      <WhyBox node={node} path={details.path} isResult={details.state === "result"} />
      {details.attributes.length > 0 && (
        <section aria-label="Attributes">
          <h3>Attributes</h3>
          <dl class="fields">
            {details.attributes.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {details.text !== "" && (
        <section aria-label="Text">
          <h3>Text</h3>
          <p class="node-text">{details.text}</p>
        </section>
      )}
    </aside>
  );
}
