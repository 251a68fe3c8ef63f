import type { RunView } from "@semantic-xpath/inspect";

/** A view that asks every question once: runs do not change. An answer that failed is asked for again. */
export function remembered(view: RunView): RunView {
  const answers = new Map<string, Promise<unknown>>();
  return new Proxy(view, {
    get(target, name: keyof RunView & string) {
      return (request?: unknown): Promise<unknown> => {
        const key = `${name} ${JSON.stringify(request) ?? ""}`;
        const known = answers.get(key);
        if (known !== undefined) return known;
        const ask = target[name] as (request?: unknown) => Promise<unknown>;
        const answer = ask.call(target, request);
        answers.set(key, answer);
        answer.catch(() => answers.delete(key));
        return answer;
      };
    },
  });
}
