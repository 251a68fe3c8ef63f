import type { MemoryStepParams } from "@semantic-xpath/lsp";
import type { ExtensionContext, LogOutputChannel } from "vscode";
import type { Choices } from "./choices.js";
import type { Platform } from "./client/platform.js";
import type { Session } from "./client/session.js";
import type { Marks } from "./data/marks.js";
import type { Heat } from "./heat/heat.js";
import type { Panel } from "./panel/panel.js";
import type { Previews } from "./previews.js";
import type { Arguments } from "./runs/askArguments.js";
import type { Runs } from "./runs/runs.js";
import type { UpdateTarget } from "./runs/updateTarget.js";

/** A step of a task in a memory. */
export interface TaskStep {
  readonly memory: string;
  readonly task: string;
  readonly step: Exclude<MemoryStepParams["step"], { kind: "branch" }>;
  /** The sides that hold in conflicts. */
  readonly sides?: Readonly<Record<string, "ours" | "theirs">>;
}

/** A step as it was shown: it is done only if the branch still ends with the version that it was shown for. */
export interface PreviewedStep extends TaskStep {
  readonly head: number;
}

/** An update with its arguments. */
export interface PreviewedUpdate {
  readonly target: UpdateTarget;
  readonly params: Arguments;
}

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
