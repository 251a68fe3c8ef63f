/** Things that happened beside, to be told when nothing else is being said. */
export interface Notices {
  add(notice: () => Promise<void>): void;
  hasSome(): boolean;
  /** Tells all of them, one after the other. */
  tell(): Promise<void>;
  /** Is told when there is something new; gives back how to end that. */
  listen(onNotice: () => void): () => void;
}

export function createNotices(): Notices {
  const waiting: (() => Promise<void>)[] = [];
  let listener: (() => void) | null = null;
  return {
    add(notice) {
      waiting.push(notice);
      listener?.();
    },
    hasSome: () => waiting.length > 0,
    async tell() {
      while (waiting.length > 0) await waiting.shift()!();
    },
    listen(onNotice) {
      listener = onNotice;
      return () => {
        listener = null;
      };
    },
  };
}
