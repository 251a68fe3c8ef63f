import { REQUESTS, type UpdateOutcome } from "@semantic-xpath/lsp";
import { MarkdownString, type Uri } from "vscode";
import { fileName } from "../files/names.js";
import { VERSION_SCHEME } from "../memory/versionFiles.js";
import type { Services } from "../services.js";
import { offerUndo, updatedText, writeEdits } from "../updates/updates.js";
import { dataOf, type PlaceInput } from "./places.js";

const MAX_CONFIRMATIONS = 20;
/** UTF-16 units of the changed lines that a person is shown; the summary before them counts all. */
const MAX_SHOWN = 4000;

export interface ChangeInput extends PlaceInput {
  readonly update: string;
  readonly reason?: string;
}

/** A change that can be made. */
interface Planned {
  readonly problem: null;
  readonly data: Uri;
  readonly outcome: UpdateOutcome;
  /** The text of the data after it. */
  readonly text: string;
}

/** Changes by tools of language models. One is made only as it was shown to a person who confirmed it. */
export class ToolChanges {
  private readonly shown = new Map<string, Planned>();

  constructor(private readonly services: Services) {}

  async preview(input: ChangeInput): Promise<string> {
    const plan = await this.plan(input);
    return plan.problem ?? `${plan.outcome.summary}\n${plan.outcome.report}`;
  }

  /** The question to the person. A change that can't be made needs none. */
  async confirmation(input: ChangeInput): Promise<object> {
    const key = keyOf(input);
    this.shown.delete(key);
    const plan = await this.plan(input);
    const invocationMessage = `Changing ${input.file}`;
    if (plan.problem !== null) return { invocationMessage };
    this.shown.set(key, plan);
    if (this.shown.size > MAX_CONFIRMATIONS) this.shown.delete([...this.shown.keys()][0]!);
    const { summary, report } = plan.outcome;
    const lines = report.length > MAX_SHOWN ? `${report.slice(0, MAX_SHOWN)}\n…` : report;
    const message = new MarkdownString().appendText(summary).appendCodeblock(lines, "diff");
    return { invocationMessage, confirmationMessages: { title: `Change ${input.file}?`, message } };
  }

  async apply(input: ChangeInput): Promise<string> {
    const key = keyOf(input);
    const confirmed = this.shown.get(key);
    this.shown.delete(key);
    const plan = await this.plan(input);
    if (plan.problem !== null) return plan.problem;
    if (confirmed === undefined) return "Nobody was asked about this change, so it was not made.";
    if (confirmed.data.toString() !== plan.data.toString() || confirmed.text !== plan.text)
      return `The data has changed since this was confirmed, so nothing was made. Now it would be: ${plan.outcome.summary}`;
    return this.make(plan, input);
  }

  private async make({ data, outcome }: Planned, input: ChangeInput): Promise<string> {
    const { summary } = outcome;
    if (data.scheme !== VERSION_SCHEME) {
      if (!(await writeEdits(data, outcome))) return `${fileName(data)} could not be changed.`;
      return `${summary} ${fileName(data)} is not saved yet.`;
    }
    const result = await this.request(data, input, outcome.data);
    if (result.problem !== null) return result.problem;
    if (result.made === null) return result.summary;
    offerUndo(this.services, result.made, result.summary);
    return `${result.summary} It is version ${result.made.version} of ${result.made.task}.`;
  }

  private async plan(input: ChangeInput): Promise<Planned | { readonly problem: string }> {
    const place = await dataOf(this.services.session, input);
    if (place.problem !== null) return place;
    const outcome = await this.request(place.uri, input, null);
    if (outcome.problem !== null) return { problem: outcome.problem };
    if (outcome.status !== "ready") return { problem: refusalOf(outcome) };
    return { problem: null, outcome, ...(await updatedText(outcome)) };
  }

  private request(data: Uri, { update, reason }: ChangeInput, apply: string | null): Promise<UpdateOutcome> {
    const draft = { text: update, author: "assistant", reason: reason ?? null };
    return this.services.session.request(REQUESTS.update, { uri: data.toString(), draft, apply });
  }
}

const keyOf = ({ file, task, update, reason }: ChangeInput): string => JSON.stringify([file, task, update, reason]);

/** The reason why nothing is changed, with the nodes that may be meant. */
const refusalOf = ({ summary, report, candidates }: UpdateOutcome): string =>
  [summary, report, ...candidates.map(({ path, text }) => `${path} ${text}`)].filter((line) => line !== "").join("\n");
