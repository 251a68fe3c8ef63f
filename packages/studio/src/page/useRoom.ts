import { useEffect, useState } from "preact/hooks";

/** Number of columns that fit beside each other: as in the styles. */
type Room = 1 | 2 | 3;

const QUERIES = { 1: "(max-width: 760px)", 2: "(max-width: 1120px)" } as const;

export function useRoom(): Room {
  const [room, setRoom] = useState<Room>(roomNow);
  useEffect(() => {
    const listeners = new AbortController();
    for (const query of Object.values(QUERIES))
      matchMedia(query).addEventListener("change", () => setRoom(roomNow()), { signal: listeners.signal });
    return () => listeners.abort();
  }, []);
  return room;
}

const roomNow = (): Room => (matchMedia(QUERIES[1]).matches ? 1 : matchMedia(QUERIES[2]).matches ? 2 : 3);
