import { EOF, type IToken, type TokenType } from "chevrotain";
import type { Missing, Name, Value } from "../ast/nodes.js";
import type { Span } from "../ast/span.js";
import type {
  Content,
  Delete,
  Element,
  ElementAttribute,
  ElementText,
  Enclosed,
  Insert,
  InsertAttribute,
  Move,
  Placing,
  Primitive,
  Rename,
  Replace,
  ReplaceValue,
  Update,
  UpdateTarget,
} from "../ast/updateNodes.js";
import { endOf, spanOf, textIn } from "../source.js";
import * as T from "../tokens/tokenTypes.js";
import type { Alternatives, Rule } from "./base.js";
import { ConditionParser } from "./conditions.js";
import {
  contentTextOf,
  missingName,
  reportOtherName,
  reportSwallowed,
  reportUnclosed,
  reportUnquoted,
  valueTextOf,
} from "./element.js";
import { checkIdsOfValue } from "./idStep.js";
import { nameOf } from "./literal.js";
import { type Operand, readValue } from "./operand.js";
import type { Entry } from "./query.js";
import { keyOf, placingOf, readWords, targetOf } from "./updateParts.js";

/** Tokens that may follow missing content. */
const CONTENT_FOLLOWS: ReadonlySet<TokenType> = new Set([EOF, T.PlaceWord, T.With, T.Comma, T.Semicolon]);

const UPDATE = 'an update such as "delete node //Day[1]"';

/** Updates in the words of XQuery Update, and its element constructors. */
export abstract class UpdateParser extends ConditionParser {
  protected abstract readonly entry: Rule<Entry>;

  /** Up to what may follow a path in an update. */
  private readonly targetStrays: Rule<Span> = this.strayRule(
    "targetStrays",
    [T.Pipe],
    [T.PlaceWord, T.With, T.Insert, T.Delete, T.Replace, T.Rename, T.Move],
  );
  /** Up to the next primitive. */
  private readonly primitiveStrays: Rule<Span> = this.strayRule(
    "primitiveStrays",
    [T.Pipe],
    [T.Insert, T.Delete, T.Replace, T.Rename, T.Move],
  );

  /** `Update ::= Primitive ( "," Primitive )*` */
  protected readonly update: Rule<Update> = this.rule("update", () => {
    const start = this.start();
    const primitives: (Primitive | Missing)[] = [this.SUBRULE1(this.primitive)];
    this.strays(1, this.primitiveStrays);
    this.MANY(() => {
      primitives.push(this.OR(this.furtherPrimitives));
      this.strays(2, this.primitiveStrays);
    });
    return { kind: "Update", span: this.from(start), primitives };
  });

  private readonly furtherPrimitives: Alternatives<Primitive | Missing> = [
    {
      ALT: () => {
        this.CONSUME(T.Comma);
        return this.OPTION4(() => this.SUBRULE2(this.primitive)) ?? this.missing(UPDATE);
      },
    },
    {
      ALT: () => {
        this.missing('","', ",");
        return this.SUBRULE3(this.primitive);
      },
    },
  ];

  /** Placeholder of an update missing from its declaration. */
  protected missingUpdate(): Update {
    const missing = this.missing(UPDATE);
    return { kind: "Update", span: missing.span, primitives: [missing] };
  }

  private readonly primitive: Rule<Primitive> = this.rule("primitive", () => this.OR(this.primitives));
  private readonly primitives: Alternatives<Primitive> = [
    { ALT: () => this.SUBRULE(this.insert) },
    { ALT: () => this.SUBRULE(this.delete) },
    { ALT: () => this.SUBRULE(this.replace) },
    { ALT: () => this.SUBRULE(this.rename) },
    { ALT: () => this.SUBRULE(this.move) },
  ];

  /** `"insert" "node" ( Content Placing Target | "attribute" Name "{" Value "}" "into" Target )` */
  private readonly insert: Rule<Insert | InsertAttribute> = this.rule("insert", () => {
    const { startOffset } = this.CONSUME(T.Insert);
    this.words(["node"]);
    const attribute = this.OPTION1(() => this.SUBRULE(this.attributeContent));
    const content = attribute === undefined || this.RECORDING_PHASE ? this.SUBRULE(this.content) : null;
    const placing = this.placing();
    const target = this.SUBRULE(this.target);
    const span = this.from(startOffset);
    if (attribute === undefined || content !== null)
      return { kind: "Insert", span, content: content ?? this.missing("a node"), placing, target };
    this.ACTION(() => this.checkInto(placing));
    return { kind: "InsertAttribute", span, ...attribute, target };
  });

  /** `"attribute" Name "{" Value "}"` */
  private readonly attributeContent: Rule<Pick<InsertAttribute, "name" | "value">> = this.rule(
    "attributeContent",
    () => {
      this.CONSUME(T.AttributeWord);
      const name = this.nameOr(1, "an attribute name");
      const enclosed = this.OPTION2(() => this.SUBRULE(this.enclosed));
      return { name, value: enclosed?.value ?? this.missing('a value in braces such as "{$value}"') };
    },
  );

  /** `"delete" "node" Target` */
  private readonly delete: Rule<Delete> = this.rule("delete", () => {
    const { startOffset } = this.CONSUME(T.Delete);
    this.words(["node"]);
    const target = this.SUBRULE(this.target);
    return { kind: "Delete", span: this.from(startOffset), target };
  });

  /** `"replace" ( "node" Target "with" Content | "value" "of" "node" Target "with" Value )` */
  private readonly replace: Rule<Replace | ReplaceValue> = this.rule("replace", () => {
    const { startOffset } = this.CONSUME(T.Replace);
    const form = this.words(["node", "value of node"]);
    const target = this.SUBRULE(this.target);
    if (this.optional(1, T.With) === undefined) this.missing('"with"');
    const isValue = form === "value of node";
    const content = isValue && !this.RECORDING_PHASE ? null : this.SUBRULE(this.content);
    const value = isValue || this.RECORDING_PHASE ? this.SUBRULE(this.value) : null;
    const span = this.from(startOffset);
    if (content === null) return { kind: "ReplaceValue", span, target, value: value ?? this.missing("a value") };
    return { kind: "Replace", span, target, content };
  });

  /** `"rename" "node" Target "as" Name` */
  private readonly rename: Rule<Rename> = this.rule("rename", () => {
    const { startOffset } = this.CONSUME(T.Rename);
    this.words(["node"]);
    const target = this.SUBRULE(this.target);
    const words = this.placeWords();
    this.ACTION(() => readWords(this.source, words, ["as"], this.gap()));
    const name = this.nameOr(3, "the new name");
    return { kind: "Rename", span: this.from(startOffset), target, name };
  });

  /** `"move" "node" Target Placing Target` */
  private readonly move: Rule<Move> = this.rule("move", () => {
    const { startOffset } = this.CONSUME(T.Move);
    this.words(["node"]);
    const target = this.SUBRULE1(this.target);
    const placing = this.placing();
    const destination = this.SUBRULE2(this.target);
    return { kind: "Move", span: this.from(startOffset), target, placing, destination };
  });

  /** The words between the first one and what it is about. */
  private words<const W extends string>(forms: readonly [W, ...W[]]): W {
    const words: IToken[] = [];
    this.many(4, () => words.push(this.consume(4, T.UpdateWord)));
    return this.ACTION(() => readWords(this.source, words, forms, this.gap())) ?? forms[0];
  }

  private placeWords(): IToken[] {
    const words: IToken[] = [];
    this.many(5, () => words.push(this.consume(5, T.PlaceWord)));
    return this.RECORDING_PHASE ? [] : words;
  }

  /** `Placing ::= "into" | "as" "first" "into" | "as" "last" "into" | "before" | "after"` */
  private placing(): Placing {
    const words = this.placeWords();
    return this.ACTION(() => placingOf(this.source, words, this.gap())) ?? "into";
  }

  /** An attribute has no place among others. */
  private checkInto(placing: Placing): void {
    if (placing !== "into") this.missing('"into"');
  }

  /** `Target ::= Path | Param | "#" Digits` */
  private readonly target: Rule<UpdateTarget> = this.rule("target", () => {
    const key = this.OPTION1(() => this.CONSUME(T.Key));
    const entry = key === undefined || this.RECORDING_PHASE ? this.OPTION2(() => this.SUBRULE(this.entry)) : undefined;
    const target = this.ACTION(() =>
      key !== undefined
        ? keyOf(this.source, key, false)
        : entry === undefined
          ? this.missing('a path such as "//Day[1]"')
          : targetOf(this.source, entry),
    );
    this.strays(1, this.targetStrays);
    return target;
  });

  /** `Content ::= Element | Path | Param | "#" Digits ( "@" Digits )?` */
  private readonly content: Rule<Content> = this.rule("content", () => {
    const element = this.OPTION1(() => this.SUBRULE(this.element, { ARGS: [0] }));
    const key = this.OPTION2(() => this.CONSUME(T.Key));
    const isOther = element === undefined && key === undefined && !CONTENT_FOLLOWS.has(this.LA(1).tokenType);
    const entry = isOther || this.RECORDING_PHASE ? this.OPTION3(() => this.SUBRULE(this.entry)) : undefined;
    const content = this.ACTION((): Content => {
      if (element !== undefined) return element;
      if (key !== undefined) return keyOf(this.source, key, true);
      return entry === undefined ? this.missing('a node such as "<Day/>"') : targetOf(this.source, entry);
    });
    this.strays(1, this.targetStrays);
    return content;
  });

  /** A value, which starts at the document node. */
  private readonly value: Rule<Value | Missing> = this.rule("value", () => {
    const first = this.OPTION1(() => this.SUBRULE(this.factor));
    if (first === undefined && !this.RECORDING_PHASE) return this.missing("a value");
    const operand: Operand = first ?? this.missing("a value");
    const extended = this.OPTION2(() => this.SUBRULE(this.arithmetic, { ARGS: [operand] }));
    return this.ACTION(() => {
      const value = readValue(this.source, extended ?? operand, "a value");
      if (value.kind !== "Missing") checkIdsOfValue(this.source, value);
      return value;
    });
  });

  /** `"{" Value "}"` */
  private readonly enclosed: Rule<Enclosed> = this.rule("enclosed", () => {
    const opening = this.CONSUME(T.LeftBrace);
    const value = this.SUBRULE(this.value);
    this.strays(1, this.allStrays);
    const closing = this.optional(3, T.RightBrace);
    const span = this.from(opening.startOffset);
    if (closing === undefined) this.ACTION(() => reportUnclosed(this.source, spanOf(opening), "}", span.end));
    return { kind: "Enclosed", span, value };
  });

  /** `"<" Name ElementAttribute* ( "/>" | ">" … "</" Name ">" )`; `depth` counts the elements around. */
  private readonly element: Rule<Element, [depth: number]> = this.rule("element", (depth) => {
    const opening = this.CONSUME(T.TagOpen);
    const name: Name | Missing =
      this.OPTION1(() => nameOf(this.CONSUME1(T.TagName))) ?? this.ACTION(() => missingName(this.last()));
    const attributes: ElementAttribute[] = [];
    this.MANY1(() => attributes.push(this.SUBRULE(this.elementAttribute)));
    const isEmpty = this.OPTION2(() => this.CONSUME(T.TagSelfEnd)) !== undefined;
    const isOpened = this.optional(3, T.TagEnd) !== undefined;
    const tag = this.from(opening.startOffset);
    if (!this.RECORDING_PHASE && (isEmpty || !isOpened)) {
      const isOpenValue = this.LA(0).tokenType === T.TagText;
      if (!isEmpty && name.kind === "Missing") this.missing("a node type");
      else if (!isEmpty && !isOpenValue) reportUnclosed(this.source, tag, "/>", tag.end);
      return { kind: "Element", span: tag, name, attributes, content: [], closingSpan: null };
    }
    const content: Element["content"][number][] = [];
    this.elementContent(content, depth);
    const closingSpan = this.closing(opening, name, tag, depth);
    return { kind: "Element", span: this.from(opening.startOffset), name, attributes, content, closingSpan };
  });

  private elementContent(content: (ElementText | Enclosed | Element)[], depth: number): void {
    let before: "tag" | "value" | "start" = "start";
    this.MANY2(() =>
      this.OR([
        {
          ALT: () => {
            const tokens: IToken[] = [];
            this.AT_LEAST_ONE(() => tokens.push(this.CONSUME(T.TagText)));
            const { tokenType } = this.LA(1);
            const after = tokenType === T.LeftBrace ? "value" : tokenType === T.TagOpen ? "tag" : "end";
            const text = this.ACTION(() => contentTextOf(this.source, tokens, { before, after }));
            if (text) content.push(text);
          },
        },
        {
          ALT: () => {
            content.push(this.SUBRULE(this.enclosed));
            before = "value";
          },
        },
        {
          ALT: () => {
            content.push(this.SUBRULE(this.element, { ARGS: [depth + 1] }));
            before = "tag";
          },
        },
      ]),
    );
  }

  /** `"</" Name ">"`; null if it closes an outer element, or is missing. */
  private closing(opening: IToken, name: Name | Missing, tag: Span, depth: number): Span | null {
    const isOther = !this.RECORDING_PHASE && this.LA(1).tokenType === T.TagClose && this.LA(1).payload !== depth;
    const close = isOther ? undefined : this.OPTION5(() => this.CONSUME(T.TagClose));
    const written =
      close === undefined && !this.RECORDING_PHASE ? undefined : this.OPTION6(() => this.CONSUME2(T.TagName));
    const end = close === undefined && !this.RECORDING_PHASE ? undefined : this.OPTION7(() => this.CONSUME2(T.TagEnd));
    return this.ACTION(() => {
      const { source } = this;
      const text = name.kind === "Name" ? textIn(source, name.span) : "";
      if (close === undefined) {
        if (opening.payload === true) reportSwallowed(source, tag, text, this.last());
        else reportUnclosed(source, tag, `</${text}>`, this.last());
        return null;
      }
      if (written !== undefined && name.kind === "Name" && nameOf(written).text !== name.text)
        reportOtherName(source, written, text);
      if (end === undefined) reportUnclosed(source, { start: close.startOffset, end: this.last() }, ">", this.last());
      return written === undefined ? { start: endOf(close), end: endOf(close) } : spanOf(written);
    });
  }

  /** `Name "=" Quote ( ElementText | Enclosed )* Quote` */
  private readonly elementAttribute: Rule<ElementAttribute> = this.rule("elementAttribute", () => {
    const name = nameOf(this.CONSUME(T.TagName));
    this.CONSUME(T.TagEquals);
    const value: (ElementText | Enclosed)[] = [];
    const quote = this.OPTION1(() => this.CONSUME1(T.TagQuote));
    this.MANY(() =>
      this.OR([
        {
          ALT: () => {
            const token = this.CONSUME(T.TagText);
            const text = this.ACTION(() => valueTextOf(this.source, [token], quote?.image ?? '"'));
            if (text) value.push(text);
          },
        },
        { ALT: () => value.push(this.SUBRULE(this.enclosed)) },
      ]),
    );
    this.OPTION2(() => this.CONSUME2(T.TagQuote));
    if (quote === undefined)
      this.ACTION(() => {
        const [only] = value;
        if (only === undefined) this.missing("a value in quotes");
        else reportUnquoted(this.source, name, only.span);
      });
    return { kind: "ElementAttribute", span: this.fromNode(name), name, value };
  });
}
