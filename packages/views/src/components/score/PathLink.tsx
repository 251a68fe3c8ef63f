import { PathText } from "../parts/PathText.js";
import { useRun } from "../run.js";

/** A path that selects its node in the memory view. */
export function PathLink({ path }: { readonly path: string }) {
  const { view, go } = useRun();
  // The attribute at the end of a path belongs to the node before it.
  const node = path.replace(/\/@[^/]*$/, "");
  return (
    <button
      type="button"
      class="path-link"
      title={`Show ${path} in Memory`}
      onClick={async (event) => {
        event.preventDefault();
        event.stopPropagation();
        const found = await view.locate({ path: node });
        if (found !== null) go({ tab: "memory", node: found });
      }}
    >
      <PathText path={path} />
    </button>
  );
}
