import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf } from "../../packages/readers/src/decode.js";
import { readTree } from "../../packages/readers/src/readTree.js";
import { readXml } from "../../packages/readers/src/xml.js";
import { ReadError } from "../../packages/tree/src/failure.js";
import { anyCharacter } from "../support/characters.js";
import { runs } from "../support/runs.js";
import { cuts, cutUp, type Plain, plainOf, plainTree, streamOf } from "./trees.js";

const TRIP = `<?xml version="1.0"?>
<!-- a trip -->
<Plan>
  <Day index="1">
    <POI name="Louvre" kind="museum">Closed on <b>Tuesdays</b> for all.</POI>
  </Day>
  <Day index="2"/>
</Plan>
`;

/** What the error marks, with its code and sentence. */
function failure(text: string | Uint8Array): { code: string; message: string; marked: string } {
  try {
    readXml(text);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const source = typeof text === "string" ? text : new TextDecoder().decode(text);
    return {
      code: error.code,
      message: error.diagnostic.message,
      marked: source.slice(error.span.start, error.span.end),
    };
  }
  throw new Error("it was read");
}

const ownText = (xml: string) => readXml(xml).root!.text;

describe("nodes", () => {
  it("reads elements, attributes and text", () => {
    const tree = readXml(TRIP);
    expect(tree.source).toEqual({ format: "xml", spans: true });
    expect(tree.size).toBe(5);
    expect(tree.node(3).attributes).toEqual({ name: "Louvre", kind: "museum" });
    expect(tree.node(3).text).toBe("Closed on for all.");
    expect(tree.node(3).textContent).toBe("Closed on Tuesdays for all.");
    expect(tree.node(4).path).toBe("/Plan/Day[1]/POI/b");
  });

  it("spans an element from < to behind its end tag", () => {
    const tree = readXml(TRIP);
    const source = (id: number) => TRIP.slice(tree.spanStart![id], tree.spanEnd![id]);
    expect(source(1)).toBe(TRIP.slice(TRIP.indexOf("<Plan>"), -1));
    expect(source(4)).toBe("<b>Tuesdays</b>");
    expect(source(5)).toBe('<Day index="2"/>');
  });

  it.each([
    ["CR LF behind the name", '<a\r\n  x="1"><b\r\n/></a>'],
    ["CR behind the name", '<a\r  x="1"><b\r/></a>'],
    ["LF behind the name", '<a\n  x="1"><b\n/></a>'],
    ["CR LF in text and values", '<a x="1\r\n2">\r\n\r\n<b>\r\n</b>\r\n</a>'],
    ["astral characters", '<a x="😀😀">😀<b y="😀">😀</b></a>'],
    ["astral names", "<𠀀><b>x</b></𠀀>"],
    ["references", '<a x="&lt;&#x1F600;">&amp;&#128512;<b/></a>'],
    ["a byte order mark", '\uFEFF<a x="1"><b/></a>'],
    ["a byte order mark and a declaration", '\uFEFF<?xml version="1.0"?>\r\n<a x="1"><b/></a>'],
    ["XML 1.1", '<?xml version="1.1"?><a\r\n x="1"><b\r\n>\u2028</b></a>'],
  ])("spans stay right with %s", (_, xml) => {
    const tree = readXml(xml);
    expect(xml.slice(tree.spanStart![1], tree.spanEnd![1])).toBe(xml.slice(xml.search(/<[a𠀀]/u)));
    expect(xml.slice(tree.spanStart![2], tree.spanEnd![2])).toMatch(/^<b[\s\S]*(<\/b>|\/>)$/);
    expect(xml.slice(tree.spanStart![2], tree.spanEnd![2]).match(/<b/g)).toHaveLength(1);
  });

  it("keeps prefixes and namespace declarations as written", () => {
    const { root } = readXml('<x:a xmlns:x="urn:x" xmlns="urn:y"><x:b/></x:a>');
    expect(root!.type).toBe("x:a");
    expect(root!.attributes).toEqual({ "xmlns:x": "urn:x", xmlns: "urn:y" });
  });

  it("gives names like __proto__ no meaning", () => {
    const { root } = readXml('<__proto__ constructor="1" __proto__="2"><toString/></__proto__>');
    expect(root!.type).toBe("__proto__");
    expect(Object.entries(root!.attributes)).toEqual([
      ["constructor", "1"],
      ["__proto__", "2"],
    ]);
  });
});

describe("text", () => {
  it("decodes the five entities and character references", () => {
    expect(ownText("<a>&lt;&gt;&amp;&apos;&quot;&#65;&#x42;&#x1F600;</a>")).toBe("<>&'\"AB😀");
  });
  it("does not split words at comments, CDATA and processing instructions", () => {
    expect(ownText("<a>one<!-- x -->t<![CDATA[<w>]]>o<?p i?>three</a>")).toBe("onet<w>othree");
  });
  it("separates words at child elements", () => expect(ownText("<a>one<b/>two</a>")).toBe("one two"));
  it("normalises white space but not no-break spaces", () => {
    expect(ownText("<a> \t one \r\n two\u00a0 \n</a>")).toBe("one two\u00a0");
  });
  it("keeps attribute values verbatim but for line ends and tabs", () => {
    expect(readXml('<a x=" one \t\r\n two&#10;"/>').root!.attributes).toEqual({ x: " one    two\n" });
  });
});

describe("encodings", () => {
  const utf16 = (text: string, bigEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), !bigEndian);
    return new Uint8Array(view.buffer);
  };
  it("reads UTF-8 with and without a byte order mark", () => {
    expect(readXml(new TextEncoder().encode("<a>é😀</a>")).root!.text).toBe("é😀");
    expect(readXml(new TextEncoder().encode("\uFEFF<a>é😀</a>")).spanStart![1]).toBe(0);
  });
  it("reads UTF-16 by its byte order mark", () => {
    expect(readXml(utf16('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>é😀</a>', true)).root!.text).toBe("é😀");
    expect(readXml(utf16("\uFEFF<a>é😀</a>", false)).root!.text).toBe("é😀");
  });
  it("refuses bytes that are not UTF-8", () => {
    expect(failure(Uint8Array.from([...new TextEncoder().encode("<a>é"), 0xe9, 0x3c]))).toEqual({
      code: "SXP4005",
      message: "The XML is not well formed: a byte here is not UTF-8.",
      marked: "\ufffd",
    });
    expect(failure(Uint8Array.from([...new TextEncoder().encode("<a/>"), 0xe2, 0x82])).code).toBe("SXP4005");
  });
  /** The declaration in ASCII, and text in bytes of an encoding. */
  const declared = (encoding: string, ...text: number[]) =>
    Uint8Array.from([
      ...new TextEncoder().encode(`<?xml version="1.0" encoding='${encoding}' standalone="yes"?>\n<a>`),
      ...text,
      ...new TextEncoder().encode("</a>"),
    ]);
  it.each([
    ["ISO-8859-1", [0x63, 0x61, 0x66, 0xe9], "café"],
    ["windows-1251", [0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "привет"],
    ["KOI8-R", [0xd0, 0xd2, 0xc9], "при"],
    ["Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["gb2312", [0xd6, 0xd0], "中"],
    ["us-ascii", [0x61], "a"],
    ["utf-8", [0xc3, 0xa9], "é"],
  ])("reads %s where the declaration says so, in one piece or cut anywhere", async (encoding, bytes, text) => {
    const xml = declared(encoding, ...bytes);
    const tree = readXml(xml);
    expect(tree.root!.text).toBe(text);
    expect(tree.spanEnd![1]! - tree.spanStart![1]!).toBe(7 + text.length);
    for (let size = 1; size < 80; size++) expect(await readXml(streamOf(cutUp(xml, [size])))).toEqual(tree);
    expect(readTree(xml)).toEqual(tree);
    expect(textOf(xml)).toBe(`<?xml version="1.0" encoding='${encoding}' standalone="yes"?>\n<a>${text}</a>`);
  });
  it("reads UTF-16 without a mark, which its first character shows", () => {
    const xml = '<?xml version="1.0" encoding="UTF-16"?><a>é😀</a>';
    for (const bigEndian of [true, false]) expect(readTree(utf16(xml, bigEndian)).root!.text).toBe("é😀");
  });
  it.each<[string, Uint8Array, string]>([
    ["an unknown one", declared("EBCDIC-CP-NL"), 'the encoding "EBCDIC-CP-NL" is not known'],
    ["one that it is not", declared("UTF-16"), "its bytes are not UTF-16, as it says"],
    [
      "another one than the mark",
      utf16('\uFEFF<?xml version="1.0" encoding="UTF-8"?><a/>', true),
      "its bytes are not UTF-8, as it says",
    ],
    [
      "another one than the mark of UTF-8",
      new TextEncoder().encode('\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?><a/>'),
      "its bytes are not ISO-8859-1, as it says",
    ],
    ["bytes that are none of its characters", declared("EUC-JP", 0xff), "a byte here is not euc-jp"],
  ])("refuses %s", async (_, bytes, problem) => {
    const refusal = { code: "SXP4005", message: `SXP4005: The XML is not well formed: ${problem}.` };
    expect(() => readXml(bytes)).toThrow(expect.objectContaining(refusal) as Error);
    await expect(readTree(streamOf(cutUp(bytes, [3])))).rejects.toMatchObject(refusal);
  });
  it("believes a text that is decoded already", () => {
    expect(readXml('<?xml version="1.0" encoding="EBCDIC-CP-NL"?><a>é</a>').root!.text).toBe("é");
  });
  it("reads JSON in UTF-8 with or without a mark, whatever it says", () => {
    const json = '{"a":"<?xml encoding=\\"windows-1251\\"?>é"}';
    for (const mark of ["", "\uFEFF"]) {
      expect(readTree(new TextEncoder().encode(mark + json)).root!.attributes.a).toContain("é");
    }
    expect(() => readTree(Uint8Array.of(0x22, 0xe9, 0x22))).toThrow("a byte here is not UTF-8");
  });
});

describe("mistakes have one sentence and a place", () => {
  it.each([
    ["", "there is no root element", ""],
    ["  ", "there is no root element", " "],
    ["<a><b></a>", '"</a>" does not end "<b>"', "</a>"],
    ["<a></a></b>", '"</b>" ends no element', "</b>"],
    ["<a><b>x</b>", '"<a>" is not closed', "<a"],
    ["<a>x<bcd>y", '"<bcd>" is not closed', "<bcd"],
    ["<a/><b/>", "there is a second root element", "<"],
    ["x<a/>", "there is text outside the root element", "x"],
    ["<a/> <!-- y --> x > y", "there is text outside the root element", "x"],
    ["<a>&nbsp;</a>", 'the entity "&nbsp;" is not defined', "&nbsp;"],
    ['<a x="1 &nbsp; 2"/>', 'the entity "&nbsp;" is not defined', "&nbsp;"],
    ["<a>&#0;</a>", '"&#0;" is no character', "&#0;"],
    ["<a>R&D</a>", '"&" starts no character reference here; write "&amp;" for the character itself', "&"],
    ["<a>R & D; x</a>", '"&" starts no character reference here; write "&amp;" for the character itself', "&"],
    ["<a>1 < 2</a>", '"<" starts no tag here; write "&lt;" for the character itself', "< "],
    ['<a x="<"/>', '"<" is not allowed in an attribute value; write "&lt;"', "<"],
    ["<a x=1/>", "an attribute value must be in quotes", "1"],
    ["<a xy/>", 'the attribute "xy" has no value', "xy"],
    ["<a xy >", 'the attribute "xy" has no value', "xy"],
    ['<a xy y="1"/>', 'the attribute "xy" has no value', "xy"],
    ['<a x="1"y="2"/>', "attributes must be separated by white space", "y"],
    ['<a x="1" y="2" x="3"/>', 'the attribute "x" is given twice', "x"],
    ["<a>]]></a>", '"]]>" is not allowed in text; write "]]&gt;"', "]]>"],
    ["<a><!-- -- --></a>", '"--" is not allowed inside a comment', "-- "],
    ["<a>\u0000</a>", "the character U+0000 is not allowed", "\u0000"],
    ["<a>\u001b</a>", "the character U+001B is not allowed", "\u001b"],
    ["<a>\ud83d</a>", "half a character (an unpaired surrogate) is not allowed", "\ud83d"],
    ["<a><!ELEMENT a></a>", '"<!" starts neither a comment nor a CDATA section here', "<!ELEMENT"],
    [' <?xml version="1.0"?><a/>', "an XML declaration must be at the start of the document", "<?xml "],
    ["<a", "there is no root element", "a"],
    ["<a></>", '"</>" names no element', "</>"],
  ])("%j", (xml, problem, marked) => {
    expect(failure(xml)).toEqual({ code: "SXP4005", message: `The XML is not well formed: ${problem}.`, marked });
  });
});

const BOMB = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i} "&l${i - 1};&l${i - 1};">`).join("")}]>`;

describe("a DOCTYPE is skipped", () => {
  it.each([
    ["HTML 5, in capitals", "<!DOCTYPE html>"],
    ["SVG 1.1", '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'],
    [
      "D-Bus",
      '<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"\n "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">',
    ],
    [
      "an office format",
      "<!DOCTYPE manifest:manifest PUBLIC '-//OpenOffice.org//DTD Manifest 1.0//EN' 'Manifest.dtd'>",
    ],
    ["a property list", '<?xml version="1.0"?>\r\n<!-- > " -->\r\n<!DOCTYPE plist SYSTEM "file://localhost/x.dtd">'],
    [
      "the MIME database",
      `<!DOCTYPE mime-info [
        <!ELEMENT mime-info (mime-type)+>
        <!ATTLIST mime-info xmlns CDATA #FIXED "http://www.freedesktop.org/standards/shared-mime-info">
        <!-- the user's "types" ]> -->
        <!ELEMENT mime-type (comment|glob|magic)* >
        <?note it isn't over: ]> ?>
      ]>`,
    ],
    [
      "DocBook with parameter entities",
      `<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
        <!ENTITY % local SYSTEM "local.ent"> %local;
        <!ENTITY product "A ]> 'B' <tag>">
        <!NOTATION gif SYSTEM 'viewer'>
      ] >`,
    ],
    ["billion laughs that nobody refers to", BOMB],
  ])("%s", async (_, doctype) => {
    const xml = `${doctype}\n<a x="&lt;">b<c/></a>`;
    const tree = readXml(xml);
    expect(plainOf(tree)).toEqual(plainOf(readXml('<a x="&lt;">b<c/></a>')));
    expect(xml.slice(tree.spanStart![1], tree.spanEnd![1])).toBe('<a x="&lt;">b<c/></a>');
    for (const size of [1, 2, 7]) expect(await readXml(streamOf(cutUp(xml, [size])))).toEqual(tree);
  });

  it("costs as much as its characters, whatever it declares", () => {
    const many = `<!DOCTYPE a [${"<!ENTITY x '&x;&x;'>".repeat(50_000)}${"[".repeat(50_000)}]><a/>`;
    expect(readXml(many).size).toBe(1);
  });

  it.each([
    ["billion laughs", `${BOMB}<a>&l8;</a>`, "&l8;"],
    ["in an attribute", `${BOMB}<a x="1 &l8; 2"/>`, "&l8;"],
    ["an external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "&x;"],
    ["an entity of an external subset", '<!DOCTYPE html SYSTEM "xhtml1.dtd"><html>a&nbsp;b</html>', "&nbsp;"],
    ["one that nobody declares", "<!DOCTYPE a><a>&__proto__;</a>", "&__proto__;"],
  ])("and none of its entities is expanded: %s", async (_, xml, marked) => {
    const message = `The entity "${marked}" is not expanded: what a DOCTYPE declares or names is skipped. Write the text that it stands for.`;
    expect(failure(xml)).toEqual({ code: "SXP4006", message, marked });
    await expect(readXml(streamOf(cutUp(xml, [1])))).rejects.toMatchObject({
      code: "SXP4006",
      span: {
        start: xml.indexOf(marked, xml.indexOf("]>")),
        end: xml.indexOf(marked, xml.indexOf("]>")) + marked.length,
      },
    });
  });

  it.each([
    ["lower case", "<!doctype html><a/>", 'it is "<!DOCTYPE" in XML, in capitals', "<!doctype"],
    [
      "odd case after a comment",
      "<!-- <a> --><?p <b> ?><!DocType a><a/>",
      'it is "<!DOCTYPE" in XML, in capitals',
      "<!DocType",
    ],
    ["inside the root", "<a><!DOCTYPE a></a>", "a DOCTYPE comes before the root element, and only once", "<!DOCTYPE"],
    ["after the root", "<a/><!DOCTYPE a>", "a DOCTYPE comes before the root element, and only once", "<!DOCTYPE"],
    ["twice", "<!DOCTYPE a><!DOCTYPE b><a/>", "a DOCTYPE comes before the root element, and only once", "<!DOCTYPE"],
    ["not closed", "<!DOCTYPE a [ <!-- -> x", "there is no root element", "x"],
    ["with a string that is not closed", "<!DOCTYPE a [<!ENTITY x 'y>]><a/>", "there is no root element", ">"],
    ["with text after it", "<!DOCTYPE a> x <a/>", "there is text outside the root element", "x"],
  ])("but not %s", async (_, xml, problem, marked) => {
    expect(failure(xml)).toEqual({ code: "SXP4005", message: `The XML is not well formed: ${problem}.`, marked });
    await expect(readXml(streamOf(cutUp(xml, [1])))).rejects.toMatchObject({
      message: expect.stringContaining(problem) as string,
    });
  });

  it("in comments and CDATA is only text", () => {
    expect(ownText("<!-- <!DOCTYPE a> --><a><![CDATA[<!DOCTYPE a>]]></a>")).toBe("<!DOCTYPE a>");
  });
});

describe("streams", () => {
  it("end with the first mistake and are closed then", async () => {
    let closed = false;
    async function* endless() {
      try {
        yield "<a>";
        for (let i = 0; ; i++) yield i === 1000 ? "</b>" : "<c/>";
      } finally {
        closed = true;
      }
    }
    await expect(readXml(endless())).rejects.toMatchObject({ code: "SXP4005" });
    expect(closed).toBe(true);
  });

  it("cut anywhere give the same tree as the whole", async () => {
    await fc.assert(
      fc.asyncProperty(plainTree, cuts, fc.constantFrom("", "\uFEFF"), async (plain, sizes, mark) => {
        const xml = `${mark}<?xml version="1.0"?>\r\n<!-- 😀 -->${written(plain)}\r\n`;
        const whole = readXml(xml);
        expect(await readXml(streamOf(cutUp(xml, sizes)))).toEqual(whole);
        const bytes = new TextEncoder().encode(xml);
        expect(await readXml(streamOf(cutUp(bytes, sizes)))).toEqual(readXml(bytes));
      }),
    );
  });
});

/** A tree as XML, with variety in what XML leaves open. */
function written({ type, attributes, text, children }: Plain): string {
  const reference = (char: string) => ({ "<": "&lt;", ">": "&#62;", "&": "&amp;" })[char] ?? char;
  const escaped = [...text].map(reference);
  const tag = Object.entries(attributes).map(([name, value]) => {
    const entities: Record<string, string> = { "<": "&lt;", "&": "&#x26;", '"': "&quot;" };
    return `\r\n ${name} = "${value.replace(/[<&"]/g, (char) => entities[char]!)}"`;
  });
  const inner = `${escaped.slice(0, 2).join("")}<!--,-->${escaped.slice(2).join("")}${children.map(written).join("\r\n")}`;
  const isEmpty = text === "" && children.length === 0;
  return isEmpty ? `<${type}${tag.join("")}\r\n/>` : `<${type}${tag.join("")}\t>${inner}</${type}\n>`;
}

describe("laws", () => {
  it("a written tree is read as it was", () => {
    fc.assert(
      fc.property(plainTree, (plain) => {
        const xml = written(plain);
        const tree = readXml(xml);
        expect(plainOf(tree)).toEqual(plain);
        for (let node = 1; node <= tree.size; node++) {
          const source = xml.slice(tree.spanStart![node], tree.spanEnd![node]);
          expect(plainOf(readXml(source))).toEqual(plainOf(tree, node));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("whatever is done to a text, it is read or refused at a place within it", async () => {
    const scrap = fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "&",
        ";",
        '"',
        "<!",
        "<!--",
        "-->",
        "]]>",
        "<![CDATA[",
        "</",
        "/>",
        "<?",
        "?>",
        "<?xml ",
        "\u0000",
      ),
      fc.constantFrom(
        "<!DOCTYPE",
        "<!DOCTYPE a [''<!---->]>",
        "&x;",
        "&amp",
        "&#",
        "&#x110000;",
        "=",
        "\ud800",
        "\udc00",
        "\r",
        "\r\n",
        "\u0085",
        "\ufffe",
        "<__proto__>",
      ),
      fc.string({ maxLength: 5, unit: anyCharacter }),
    );
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 10 }), scrap);
    await fc.assert(
      fc.asyncProperty(plainTree, fc.array(edit, { minLength: 1, maxLength: 4 }), cuts, async (plain, edits, sizes) => {
        let xml = `<?xml version="1.0"?>${written(plain)}`;
        for (const [at, length, put] of edits) {
          const from = at % (xml.length + 1);
          xml = xml.slice(0, from) + put + xml.slice(from + length);
        }
        const outcome = (error: unknown) => {
          if (!(error instanceof ReadError)) throw error;
          const { start, end } = error.span;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(xml.length);
          if (xml !== "") expect(start).toBeLessThan(end);
          return `${error.code} ${start}-${end} ${error.message}`;
        };
        let whole: string;
        try {
          whole = JSON.stringify(plainOf(readXml(xml)));
        } catch (error) {
          whole = outcome(error);
        }
        const streamed = await readXml(streamOf(cutUp(xml, sizes))).then(
          (tree) => JSON.stringify(plainOf(tree)),
          outcome,
        );
        expect(streamed).toBe(whole);
      }),
      { numRuns: runs(1000) },
    );
  });
});
