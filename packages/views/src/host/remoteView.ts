import type { RunView } from "@semantic-xpath/inspect";

/**
 * A run that is kept elsewhere: every question goes to `ask` by the name of its method, once, since runs do not change. An answer that
 * failed is requested again.
 */
export function remoteView(ask: (method: keyof RunView, params: object) => Promise<unknown>): RunView {
  const answers = new Map<string, Promise<unknown>>();
  const answerTo = (method: keyof RunView, params: object): Promise<unknown> => {
    const key = `${method} ${JSON.stringify(params)}`;
    const cached = answers.get(key);
    if (cached !== undefined) return cached;
    const answer = ask(method, params);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
  const methods = new Proxy<Partial<Record<string, unknown>>>(
    {},
    {
      // A view is not a promise, so that it can be awaited.
      get: (_, method) =>
        method === "then" ? undefined : (params: object = {}) => answerTo(method as keyof RunView, params),
    },
  );
  return methods as unknown as RunView;
}
