import { Button, Notice } from "@semantic-xpath/views/components";
import { render } from "preact";
import { mountStudio } from "../page/StudioPage.js";
import { readFragment, type SharedState } from "./address.js";
import { sharing } from "./sharing.js";
import { workerStudio } from "./workerStudio.js";

/** The page without a server: the studio is a worker, and the address says which query over which example is shown. */
async function begin(): Promise<void> {
  const { state, problem } = await stateOf(location.hash);
  const { studio, onShown } = sharing(await workerStudio(state?.task ?? null));
  const query = state?.query ?? null;
  say(problem);
  mountStudio(document.getElementById("app")!, {
    studio,
    loadEditor: async () => (await import("../editor/mountEditor.js")).mountEditor,
    onShown,
    ...(query !== null && { begin: { query, tab: state!.tab } }),
  });
}

async function stateOf(hash: string): Promise<{ readonly state: SharedState | null; readonly problem: string | null }> {
  try {
    return { state: await readFragment(hash), problem: null };
  } catch (error) {
    // An unused fragment is removed, so that a copy of the address is not refused again.
    history.replaceState(null, "", location.pathname + location.search);
    return { state: null, problem: (error as Error).message };
  }
}

/** Above the page, until it is dismissed. */
function say(problem: string | null): void {
  const room = document.getElementById("problem")!;
  const notice = problem !== null && (
    <div class="playground-problem">
      <Notice kind="error">
        <p class="problem">{problem}</p>
        <Button label="Dismiss" onPress={() => say(null)} />
      </Notice>
    </div>
  );
  render(notice || null, room);
}

// Another address of this page is another page.
addEventListener("hashchange", () => location.reload());
begin().catch((error: unknown) => say(`The playground could not begin: ${(error as Error).message}`));
