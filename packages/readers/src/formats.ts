export {
  FORMATS,
  type Format,
  type FormatName,
  formatOf,
  WRITTEN_FORMATS,
  type WrittenFormat,
} from "@semantic-xpath/tree/formats";
