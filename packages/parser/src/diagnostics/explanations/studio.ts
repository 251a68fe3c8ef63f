import type { STUDIO } from "../registry/studio.js";
import type { Explanations } from "./explanation.js";

export const STUDIO_EXPLAINED: Explanations<typeof STUDIO> = {
  SXP5160: {
    when: "when a page or a program calls the studio",
    text: "The message suggests the request that may have been meant. The requests are listed in the [guide](../how-to/chat-and-studio.md).",
  },
  SXP5161: {
    when: "when a page or a program calls the studio",
    text: "A parameter is missing, unknown or of the wrong kind, or the body is not JSON. The message names each. Nothing was done.",
  },
  SXP5162: {
    when: "on a change in a studio that was started with `--read-only`",
    text: "Start the studio without that option to edit, undo, restore and import. It never changes the file of `--data FILE`, only the studio's memory.",
  },
  SXP5163: {
    when: "when a view requests data of a run",
    text: "The studio keeps the last runs, fewer the larger their trees are. Run the query again.",
  },
  SXP5164: {
    when: "when a page or a program calls the studio",
    text: "The number of requests at once, of queries, per second and of listening pages is limited. The message says when; the page repeats reads by itself.",
  },
  SXP5165: {
    when: "when something is sent to the studio",
    text: "A request can have at most 1 MiB, a file that is dropped on the page 32 MiB. Import larger files with `sxp memory create`.",
  },
  SXP5166: {
    when: "on an undo",
    text: "Each undo reverts the newest change that is not undone yet. The task is at its first version, or `sxp memory prune` removed the version before.",
  },
  SXP5167: {
    when: "when a page requests a conversation",
    text: "The page shows a conversation that is gone, for instance because the studio was restarted without a memory folder. Reload the page.",
  },
  SXP5168: {
    when: "when the studio's server gets a request",
    text: "The token is missing or wrong, or another page or host is named. Use the address that `sxp studio` printed, with everything after the `#`.",
  },
  SXP5169: {
    when: "when a page calls the studio",
    text: "The request is not at fault: the disk is full, for instance, or there is a bug. `sxp studio` prints what was thrown to standard error; no answer contains it.",
  },
  SXP5170: {
    when: "when the studio is started",
    text: "The installed package includes the page. In a clone of the repository, build it with `npm run build`.",
  },
  SXP5171: {
    when: "when the studio is started",
    text: "Another program listens on the port, or the port is below 1024 and reserved for the system. `--port 0`, the default, takes any free port.",
  },
};
