import { render } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Answered, useAnswer } from "../components/parts/answers.js";
import { Button } from "../components/parts/Button.js";
import { Results } from "../components/results/Results.js";
import { newViewStates, RunContext } from "../components/run.js";
import { type MessageHost, messageHost } from "../host/messageHost.js";
import type { NotebookRun, RendererMessage } from "../protocol.js";

/** Styles as texts, put in when this is bundled: colours for the page, the rest for each output alone. */
declare const THEME_STYLE: string;
declare const OUTPUT_STYLE: string;

interface RendererContext {
  postMessage?(message: RendererMessage): void;
  onDidReceiveMessage?(listener: (message: never) => void): unknown;
}

interface OutputItem {
  json(): NotebookRun;
}

/** Renders the results of cells in the outputs of a notebook, each below a root of its own. What they are is asked of the editor. */
export function activate({ postMessage, onDidReceiveMessage }: RendererContext) {
  const post = (message: RendererMessage): void => postMessage?.(message);
  const host = messageHost({ postMessage: post, getState: () => null, setState: () => undefined }, () => undefined);
  onDidReceiveMessage?.(host.receive);
  const theme = document.createElement("style");
  theme.textContent = THEME_STYLE;
  document.head.append(theme);
  return {
    renderOutputItem(item: OutputItem, element: HTMLElement): void {
      const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
      root.replaceChildren();
      const style = document.createElement("style");
      style.textContent = OUTPUT_STYLE;
      const place = document.createElement("div");
      place.className = "output";
      root.append(style, place);
      render(<Output host={host} run={item.json()} post={post} />, place);
    },
    disposeOutputItem: () => undefined,
  };
}

interface OutputProps {
  readonly host: MessageHost;
  readonly run: NotebookRun;
  readonly post: (message: RendererMessage) => void;
}

/** The ranked result of a cell; as text if the run is not kept any more. */
function Output({ host, run: { run, text, count }, post }: OutputProps) {
  const view = useMemo(() => host.view(run, false), [host, run]);
  const overview = useAnswer(() => view.overview(), [view]);
  const [node, setNode] = useState<number | null>(null);
  const states = useMemo(() => newViewStates(), [run]);
  return (
    <Answered answer={overview} what="the run" ifFailed={() => <pre class="pad">{text}</pre>}>
      {(value) => (
        <RunContext.Provider
          value={{
            ...{ host, run, view, overview: value, redacted: false, node, states },
            go: (to) => {
              if (to.node !== undefined) setNode(to.node);
              if (to.tab !== undefined) post({ type: "open", run, view: to.tab, node: to.node ?? node });
            },
          }}
        >
          <div class="output-results" style={{ "--rows": Math.min(count, MAX_ROWS) }}>
            <Results hasPane={false} />
          </div>
          <p class="row">
            <Button
              kind="link"
              label="Open in the panel"
              onPress={() => post({ type: "open", run, view: "results", node })}
            />
          </p>
        </RunContext.Provider>
      )}
    </Answered>
  );
}

/** Rows of an output that are seen without scrolling. */
const MAX_ROWS = 6;
