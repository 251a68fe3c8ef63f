import type { RunView } from "@semantic-xpath/inspect";
import { useRun } from "../run.js";

/** A path that may break after its slashes, and shows its end if there is too little room. */
export function PathText({ path }: { readonly path: string }) {
  const steps = path.split(/(?<=\/)/);
  return (
    <code class="path" title={path}>
      <bdi dir="ltr">
        {steps.map((step, i) => (
          <span key={i} class={i === steps.length - 1 ? "path-last" : undefined}>
            {step}
            <wbr />
          </span>
        ))}
      </bdi>
    </code>
  );
}

/** A path that selects its node in the memory view. */
export function PathLink({ path }: { readonly path: string }) {
  const { view, go } = useRun();
  return (
    <button
      type="button"
      class="bare path-link"
      title={`Show ${path} in Memory`}
      onClick={async (event) => {
        event.preventDefault();
        event.stopPropagation();
        const node = await nodeAt(view, path);
        if (node !== null) go({ tab: "memory", node });
      }}
    >
      <PathText path={path} />
    </button>
  );
}

/** The node at a path; null if there is none. The attribute at the end of a path belongs to the node before it. */
export const nodeAt = (view: RunView, path: string): Promise<number | null> =>
  view.locate({ path: path.replace(/\/@[^/]*$/, "") });
