import { useLayoutEffect, useState } from "preact/hooks";

/** Whether the page goes to paper: then a list draws all of its rows. */
export function usePrinting(): boolean {
  const [isPrinting, set] = useState(false);
  useLayoutEffect(() => {
    const print = matchMedia("print");
    const read = (): void => set(print.matches);
    const start = (): void => set(true);
    const end = (): void => set(false);
    read();
    print.addEventListener("change", read);
    addEventListener("beforeprint", start);
    addEventListener("afterprint", end);
    return () => {
      print.removeEventListener("change", read);
      removeEventListener("beforeprint", start);
      removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
