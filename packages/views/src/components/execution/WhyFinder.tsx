import { useState } from "preact/hooks";
import { NodePane } from "../node/NodePane.js";
import { Button } from "../parts/Button.js";
import { useRun } from "../run.js";

/** Why this node, why not that one: a path that somebody types, or the node that is selected. */
export function WhyFinder() {
  const { view, node, go } = useRun();
  const [path, setPath] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async (): Promise<void> => {
    const wanted = path.trim();
    if (wanted === "") return;
    const found = await view.locate({ path: wanted }).catch(() => null);
    setProblem(found === null ? `There is no node at "${wanted}".` : null);
    if (found !== null) go({ node: found });
  };
  return (
    <div class="why-finder">
      <form
        class="why-form"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <label for="why-path">Why this node, or why not?</label>
        <span class="why-input">
          <input
            id="why-path"
            type="text"
            spellcheck={false}
            placeholder="A path, such as /Itinerary/Day[2]"
            value={path}
            aria-describedby={problem === null ? undefined : "why-problem"}
            onInput={(event) => setPath(event.currentTarget.value)}
          />
          <Button kind="primary" label="Ask" onPress={ask} />
        </span>
        {problem !== null && (
          <p id="why-problem" class="problem" role="alert">
            {problem}
          </p>
        )}
      </form>
      <NodePane node={node} from="execution" />
    </div>
  );
}
