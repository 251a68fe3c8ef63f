/** YAML to trees: an entry of its own, so that only those who read YAML load its parser. */
export { readYaml, type YamlOptions } from "./yaml/readYaml.js";
