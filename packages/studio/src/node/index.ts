/** The server of the studio's page, on loopback. */

export { type ServeOptions, type StudioServer, serveStudio } from "./serveStudio.js";
