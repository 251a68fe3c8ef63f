import { Answered, useAnswer } from "@semantic-xpath/views/components";
import type { ComponentType } from "preact";

/** A component whose code is loaded when it is first drawn. `what`: its name for a reader while it loads. */
export function lazily<P extends object>(what: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | null = null;
  const once = (): Promise<ComponentType<P>> => {
    loading ??= load().catch((failure: unknown) => {
      // The next drawing tries again.
      loading = null;
      throw failure;
    });
    return loading;
  };
  return function Lazy(props: P) {
    const answer = useAnswer(async () => ({ Shown: await once() }), []);
    return (
      <Answered answer={answer} what={what}>
        {({ Shown }) => <Shown {...props} />}
      </Answered>
    );
  };
}
