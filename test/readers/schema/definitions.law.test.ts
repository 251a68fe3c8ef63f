import fc from "fast-check";
import { expect, it } from "vitest";
import { importDtd } from "../../../packages/readers/src/schema/import/dtd/importDtd.js";
import type { ImportedSchema } from "../../../packages/readers/src/schema/import/importing.js";
import { importSchema } from "../../../packages/readers/src/schema/import/importSchema.js";
import { importXsd } from "../../../packages/readers/src/schema/import/xsd/importXsd.js";
import { validate } from "../../../packages/readers/src/schema/validate.js";
import { readXml } from "../../../packages/readers/src/xml.js";
import { runs } from "../../support/runs.js";
import {
  anyTimes,
  type Definition,
  definitions,
  documentOf,
  dtdTimes,
  type Model,
  type Times,
} from "./contentModels.js";

const MARKS: Readonly<Record<string, string>> = { "1 1": "", "0 1": "?", "0 null": "*", "1 null": "+" };
const mark = ({ min, max }: Times): string => MARKS[`${min} ${max}`]!;

function dtdModel(model: Model): string {
  if (model.kind === "name") return `${model.name}${mark(model.times)}`;
  const separator = model.kind === "choice" ? " | " : ", ";
  return `(${model.parts.map(dtdModel).join(separator)})${mark(model.times)}`;
}

const dtdOf = (definition: Definition): string =>
  Object.entries(definition)
    .map(([name, { model, text, attributes }]) => {
      const content =
        model === null ? (text ? "(#PCDATA)" : "EMPTY") : `(${text ? "#PCDATA, " : ""}${dtdModel(model)})`;
      const lists = attributes.map(
        ({ name, type, required }) => `${name} ${type} ${required ? "#REQUIRED" : "#IMPLIED"}`,
      );
      return `<!ELEMENT ${name} ${content}>\n<!ATTLIST ${name} ${lists.join("\n  ")}>`;
    })
    .join("\n");

const DTD_VALUES: Readonly<Record<string, readonly string[]>> = {
  CDATA: ["", "any text"],
  "(one|two)": ["one", "two"],
  NMTOKEN: ["token"],
};

const XSD_VALUES: Readonly<Record<string, readonly string[]>> = {
  "xs:string": ["", "any text"],
  "xs:date": ["2026-03-14"],
  "xs:dateTime": ["2026-03-14T09:30:00Z"],
  "xs:time": ["09:30:00", "21:00:00Z"],
  "xs:duration": ["P1DT12H", "-P3D"],
  "xs:decimal": ["-1.50", "+7", ".5"],
  "xs:integer": ["42"],
  "xs:boolean": ["true", "0"],
  kind: ["one", "two"],
};

const occurs = ({ min, max }: Times): string => `minOccurs="${min}" maxOccurs="${max ?? "unbounded"}"`;

function xsdModel(model: Model): string {
  if (model.kind === "name") return `<xs:element ref="${model.name}" ${occurs(model.times)}/>`;
  return `<xs:${model.kind} ${occurs(model.times)}>${model.parts.map(xsdModel).join("")}</xs:${model.kind}>`;
}

const xsdOf = (definition: Definition): string => {
  const elements = Object.entries(definition).map(([name, { model, text, attributes }]) => {
    const content = model === null ? "" : `<xs:sequence>${xsdModel(model)}</xs:sequence>`;
    const list = attributes.map(
      ({ name, type, required }) =>
        `<xs:attribute name="${name}" type="${type}" use="${required ? "required" : "optional"}"/>`,
    );
    return `<xs:element name="${name}"><xs:complexType mixed="${text}">${content}${list.join("")}</xs:complexType></xs:element>`;
  });
  const kind = `<xs:simpleType name="kind"><xs:restriction base="xs:string">
    <xs:enumeration value="one"/><xs:enumeration value="two"/></xs:restriction></xs:simpleType>`;
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${kind}${elements.join("\n")}</xs:schema>`;
};

it.each<[string, fc.Arbitrary<Definition>, (definition: Definition) => string, typeof importDtd, typeof DTD_VALUES]>([
  ["a DTD", definitions(dtdTimes, Object.keys(DTD_VALUES)), dtdOf, importDtd, DTD_VALUES],
  ["an XSD", definitions(anyTimes, Object.keys(XSD_VALUES)), xsdOf, importXsd, XSD_VALUES],
])("documents that follow %s are trees that fit the schema made of it", (_, arbitrary, write, read, values) => {
  let followed = 0;
  fc.assert(
    fc.property(arbitrary, fc.boolean(), fc.infiniteStream(fc.nat(1 << 20)), (definition, fields, picks) => {
      const pick = (below: number) => Number(picks.next().value) % below;
      const text = write(definition);
      const { schema, diagnostics } = read(text, { fields });
      expect(diagnostics.map(({ message }) => message)).toEqual([]);
      for (let time = 0; time < 5; time++) {
        const xml = documentOf(definition, (type, choose) => values[type]![choose(values[type]!.length)]!, pick);
        if (xml === null) continue;
        followed++;
        // Which element is the root of a document no definition says.
        const rooted = { ...schema!, roots: Object.keys(schema!.types) };
        expect(
          validate(readXml(xml), rooted).map(({ message }) => message),
          `${text}\n${xml}`,
        ).toEqual([]);
      }
    }),
    { numRuns: runs(300) },
  );
  expect(followed).toBeGreaterThan(runs(300) / 2);
});

/** Some of everything that the imports know. */
const SAMPLES: Readonly<Record<string, string>> = {
  "a.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Plan","type":"object","required":["days"],
    "properties":{"days":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/Day"}},"kind":{"enum":["a",null,1]}},
    "patternProperties":{"^(a|b)$":{"type":"number"}},"$defs":{"Day":{"type":"object","allOf":[{"$ref":"#/$defs/Base"}],
    "oneOf":[{"properties":{"type":{"const":"Rest"}}},{"if":{"required":["x"]},"then":{"properties":{"x":{"format":"date","type":"string"}}}}]},
    "Base":{"properties":{"next":{"$ref":"#/$defs/Day"},"tags":{"prefixItems":[{"type":"string"}],"items":false}}}}}`,
  "a.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x"><xs:include schemaLocation="b.xsd"/>
    <xs:element name="plan" type="Plan"/><xs:complexType name="Plan"><xs:complexContent><xs:extension base="Base"><xs:choice maxOccurs="9">
    <xs:element name="day" type="xs:date" minOccurs="0"/><xs:group ref="g"/><xs:any/></xs:choice><xs:attributeGroup ref="ag"/></xs:extension>
    </xs:complexContent></xs:complexType><xs:complexType name="Base"><xs:attribute name="id" type="xs:ID" use="required"/></xs:complexType>
    <xs:group name="g"><xs:sequence><xs:element name="note"><xs:simpleType><xs:union memberTypes="xs:date xs:time"/></xs:simpleType>
    </xs:element><xs:group ref="g"/></xs:sequence></xs:group><xs:attributeGroup name="ag"><xs:attribute name="k" fixed="1"/></xs:attributeGroup></xs:schema>`,
  "a.dtd": `<!-- the plan --><!ENTITY % more "| note"><!ENTITY % far SYSTEM "far.dtd"><!ELEMENT plan (day+ %more;)*>%far;
    <![INCLUDE[<!ELEMENT day (#PCDATA)>]]><![IGNORE[<!ELEMENT day EMPTY>]]><!ATTLIST day id ID #REQUIRED kind (a|b) "a" f CDATA #FIXED "x">
    <!ENTITY % loop "%loop;">%loop;<!ELEMENT note ANY>`,
};

it.each(Object.keys(SAMPLES))("never throws, whatever is done to %s", (name) => {
  const sample = SAMPLES[name]!;
  expect(importSchema(sample, name).schema).not.toBeNull();
  const cut = fc.nat(sample.length);
  const piece = fc.oneof(
    fc.constant(""),
    fc.string({ maxLength: 3 }),
    cut.map((at) => sample.slice(at, at + 20)),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cut, fc.nat(8), piece), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (edits, fields) => {
        const text = edits.reduce(
          (before, [at, gone, put]) => before.slice(0, at) + put + before.slice(at + gone),
          sample,
        );
        const { diagnostics }: ImportedSchema = importSchema(text, name, { fields });
        for (const { span } of diagnostics) {
          expect(span.start).toBeLessThanOrEqual(span.end);
          expect(span.end).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: runs(500) },
  );
});
