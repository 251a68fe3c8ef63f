import type { TRANSLATION } from "../registry/translation.js";
import type { Explanations } from "./explanation.js";

export const TRANSLATION_EXPLAINED: Explanations<typeof TRANSLATION> = {
  SXP5130: {
    when: "when a request in plain words is read",
    text: "A request is one or a few sentences: at most 2000 characters. Shorten it, or split it into several requests.",
  },
};
