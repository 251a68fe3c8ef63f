/** An event of a stream: `id` is what the stream goes on after. */
interface StreamEvent {
  readonly id: string | null;
  readonly data: string;
}

/** Events of a `text/event-stream`, as far as a studio writes them: one `id:` and one `data:` an event. */
export async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let incomplete = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const pieces = (incomplete + decoder.decode(value, { stream: true })).split("\n\n");
      incomplete = pieces.pop()!;
      for (const piece of pieces) {
        const lines = piece.split("\n");
        const id = lines.find((line) => line.startsWith("id: "))?.slice(4) ?? null;
        const data = lines.find((line) => line.startsWith("data: "))?.slice(6) ?? "";
        if (id !== null || data !== "") yield { id, data };
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
