import { Notice } from "@semantic-xpath/views/components";
import { render } from "preact";
import { httpStudio } from "../client/index.js";
import { mountStudio } from "./StudioPage.js";
import { keepInTab, keptInTab } from "./tabStorage.js";

/** The page that `sxp studio` serves. The token is in the end of the address, which no browser sends anywhere. */
const root = document.getElementById("app") ?? document.body;
const token = takeToken();
if (token === null)
  render(
    <Notice kind="error" title="This address has no token">
      <p>
        Open the address that <code>sxp studio</code> prints: it ends with <code>#token=…</code>. Who has it may read
        and change this memory.
      </p>
    </Notice>,
    root,
  );
else
  mountStudio(root, {
    studio: httpStudio({ origin: location.origin, token }),
    loadEditor: async () => (await import("../editor/mountEditor.js")).mountEditor,
  });

/** The token that the address ends with, which is then taken out of it and kept for this tab; null: there is none. */
function takeToken(): string | null {
  const fromAddress = new URLSearchParams(location.hash.slice(1)).get("token");
  if (fromAddress === null) return keptInTab("studio-token");
  history.replaceState(null, "", location.pathname);
  keepInTab("studio-token", fromAddress);
  return fromAddress;
}
