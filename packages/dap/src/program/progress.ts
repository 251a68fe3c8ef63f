import { counted } from "@semantic-xpath/inspect/numbers";
import type { Progress } from "@semantic-xpath/runtime";

/** Milliseconds between two updates, and before the first: quick answers show nothing. */
const INTERVAL = 250;

/** The client of a session, by what it declares. */
interface Client {
  send(event: string, body?: object): void;
  readonly client: { readonly hasProgress: boolean };
}

/** Reports to the client how far the scorer is, as long as a movement lasts. */
export class ProgressReporter {
  private id: string | null = null;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private static count = 0;

  constructor(private readonly context: Client) {}

  begin(): void {
    this.end();
    if (!this.context.client.hasProgress) return;
    this.timer = setTimeout(() => {
      this.id = `scorer-${ProgressReporter.count++}`;
      this.last = performance.now();
      this.context.send("progressStart", { progressId: this.id, title: "Asking the scorer", cancellable: true });
    }, INTERVAL);
  }

  readonly report = ({ pairs, wanted }: Progress): void => {
    const now = performance.now();
    if (this.id === null || now - this.last < INTERVAL) return;
    this.last = now;
    const message = `${pairs} of ${counted(wanted, "text")} scored`;
    const percentage = wanted === 0 ? 0 : Math.floor((pairs / wanted) * 100);
    this.context.send("progressUpdate", { progressId: this.id, message, percentage });
  };

  /** True if the client uses the name for this. */
  is(id: string): boolean {
    return this.id === id;
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.id !== null) this.context.send("progressEnd", { progressId: this.id });
    this.id = null;
  }
}
