import { render } from "preact";
import { StudioPage, type StudioPageProps } from "./StudioPage.js";

/** Draws the page into an element. Returns what takes it away again. */
export function mountStudio(element: HTMLElement, props: StudioPageProps): () => void {
  render(<StudioPage {...props} />, element);
  return () => render(null, element);
}
