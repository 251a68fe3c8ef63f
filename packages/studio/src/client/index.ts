/** A studio that is elsewhere, as the page sees it. */

export { httpStudio, StudioFailure } from "./httpStudio.js";
