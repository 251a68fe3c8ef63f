/** The first of an answer, whose sender may ignore the signal, and the signal, whose reason is thrown. The later one is dropped. */
export async function orAborted<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  let stop: (() => void) | null = null;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", stop!);
  }
}
