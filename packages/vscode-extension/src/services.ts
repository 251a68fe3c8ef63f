import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { Choices } from "./choices.js";
import type { Platform } from "./client/platform.js";
import type { Session } from "./client/session.js";
import type { Marks } from "./data/marks.js";
import type { Previews } from "./files/previews.js";
import type { Heat } from "./heat/heat.js";
import type { PreviewedStep } from "./memory/steps.js";
import type { Panel } from "./panel/panel.js";
import type { Runs } from "./runs/runs.js";
import type { PreviewedUpdate } from "./updates/updates.js";

/** Services that the parts of the extension use of each other. Made once, at activation; none of them acts before it is used. */
export interface Services {
  readonly context: ExtensionContext;
  readonly platform: Platform;
  readonly log: LogOutputChannel;
  readonly choices: Choices;
  readonly session: Session;
  readonly runs: Runs;
  readonly panel: Panel;
  readonly heat: Heat;
  readonly marks: Marks;
  readonly previews: Previews<PreviewedUpdate>;
  readonly steps: Previews<PreviewedStep>;
}
