import { useEffect, useState } from "preact/hooks";

export type Asked<T> =
  | { readonly state: "waiting" }
  | { readonly state: "failed"; readonly message: string }
  | { readonly state: "there"; readonly value: T };

/** The answer to a question, asked again when one of `of` changes. null: nothing is asked. */
export function useAsked<T>(question: (() => Promise<T>) | null, of: readonly unknown[]): Asked<T> {
  const [asked, set] = useState<{ readonly of: readonly unknown[]; readonly answer: Asked<T> } | null>(null);
  useEffect(() => {
    let isWanted = true;
    const answer = (value: Asked<T>): void => {
      if (isWanted) set({ of, answer: value });
    };
    question?.().then(
      (value) => answer({ state: "there", value }),
      (failure: unknown) =>
        answer({ state: "failed", message: failure instanceof Error ? failure.message : String(failure) }),
    );
    return () => {
      isWanted = false;
    };
  }, of);
  // An answer to the question before is none.
  return asked?.of.every((value, i) => value === of[i]) ? asked.answer : { state: "waiting" };
}
