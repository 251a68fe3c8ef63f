/** The functions of notebooks that scripts are bundled with. Importing the whole package would bundle all of it. */
export { notebookCells, writeNotebook } from "@semantic-xpath/readers/notebook";
