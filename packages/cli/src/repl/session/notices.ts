/** Things that happened meanwhile, to be printed when nothing else is. */
export type Notices = ReturnType<typeof createNotices>;

export function createNotices() {
  const waiting: (() => Promise<void>)[] = [];
  let listener: (() => void) | null = null;
  return {
    add(notice: () => Promise<void>) {
      waiting.push(notice);
      listener?.();
    },
    /** Prints all of them, one after the other. */
    async print() {
      while (waiting.length > 0) await waiting.shift()!();
    },
    /** Calls back when there is something new. */
    listen(onNotice: () => void) {
      listener = onNotice;
    },
  };
}
