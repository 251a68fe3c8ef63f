export { readReportAssets } from "./readReportAssets.js";
