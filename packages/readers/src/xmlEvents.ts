import type { EventNameToHandler, SaxesParser } from "saxes";

type ParserOptions = SaxesParser extends SaxesParser<infer O> ? O : never;

/** Handlers of the events that the reader needs, by the parser's names. */
export type XmlEvents = {
  readonly [N in
    | "xmldecl"
    | "processinginstruction"
    | "doctype"
    | "comment"
    | "opentagstart"
    | "attribute"
    | "closetag"
    | "text"
    | "cdata"
    | "error"]: EventNameToHandler<ParserOptions, N>;
};

/** Members of the parser that are not public, as in the version of the manifest. */
interface Inside {
  xmldeclHandler: XmlEvents["xmldecl"];
  piHandler: XmlEvents["processinginstruction"];
  doctypeHandler: XmlEvents["doctype"];
  commentHandler: XmlEvents["comment"];
  openTagStartHandler: XmlEvents["opentagstart"];
  attributeHandler: XmlEvents["attribute"];
  closeTagHandler: XmlEvents["closetag"];
  textHandler: XmlEvents["text"];
  cdataHandler: XmlEvents["cdata"];
  errorHandler: XmlEvents["error"];
}

/**
 * Makes a parser call them. Its `on` computes the names of the properties that it writes, and after several of those V8 has the parser as a
 * dictionary: reading a document then took three times as long, because the parser's state is read and written for each character.
 */
export function listen(parser: SaxesParser, on: XmlEvents): void {
  const inside = parser as unknown as Inside;
  inside.xmldeclHandler = on.xmldecl;
  inside.piHandler = on.processinginstruction;
  inside.doctypeHandler = on.doctype;
  inside.commentHandler = on.comment;
  inside.openTagStartHandler = on.opentagstart;
  inside.attributeHandler = on.attribute;
  inside.closeTagHandler = on.closetag;
  inside.textHandler = on.text;
  inside.cdataHandler = on.cdata;
  inside.errorHandler = on.error;
}
