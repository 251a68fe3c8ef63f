/** A studio that is elsewhere, as the page sees it. */

export { type HttpStudioOptions, httpStudio, StudioFailure } from "./httpStudio.js";
