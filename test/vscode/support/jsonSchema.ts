/** What is wrong with a value by a JSON Schema, as far as our schemas use it; a keyword that is not known is an error of the test. */
export function problemsOf(schema: object, value: unknown, root: object = schema, at = "$"): string[] {
  return Object.entries(schema).flatMap(([keyword, wanted]) => {
    const check = CHECKS[keyword];
    if (check === undefined) throw new Error(`the keyword ${keyword} is not known here`);
    return check({ wanted, value, schema: schema as Members, root: root as Members, at });
  });
}

type Members = Readonly<Record<string, unknown>>;

interface Question {
  readonly wanted: unknown;
  readonly value: unknown;
  readonly schema: Members;
  readonly root: Members;
  readonly at: string;
}

type Check = (question: Question) => string[];

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const says = (isRight: boolean, { at, wanted }: Question, what: string): string[] =>
  isRight ? [] : [`${at}: ${what} ${JSON.stringify(wanted)}`];
const nothing: Check = () => [];

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
};

const CHECKS: Readonly<Record<string, Check>> = {
  $schema: nothing,
  $id: nothing,
  $defs: nothing,
  title: nothing,
  description: nothing,
  default: nothing,
  doNotSuggest: nothing,
  examples: nothing,
  enumDescriptions: nothing,
  anyOf: (question) => {
    const { wanted, value, root, at } = question;
    const isRight = (wanted as object[]).some((option) => problemsOf(option, value, root, at).length === 0);
    return says(isRight, question, "is none of");
  },
  pattern: (question) =>
    says(
      typeof question.value !== "string" || new RegExp(String(question.wanted), "u").test(question.value),
      question,
      "does not match",
    ),
  $ref: ({ wanted, value, root, at }) => {
    const name = String(wanted).replace("#/$defs/", "");
    return problemsOf((root.$defs as Record<string, object>)[name]!, value, root, at);
  },
  type: (question) => says(TYPES[String(question.wanted)]!(question.value), question, "is no"),
  const: (question) => says(question.value === question.wanted, question, "is not"),
  enum: (question) => says((question.wanted as unknown[]).includes(question.value), question, "is none of"),
  minLength: (question) =>
    says(
      typeof question.value !== "string" || question.value.length >= Number(question.wanted),
      question,
      "is shorter than",
    ),
  minimum: (question) =>
    says(typeof question.value !== "number" || question.value >= Number(question.wanted), question, "is below"),
  minItems: (question) =>
    says(
      !Array.isArray(question.value) || question.value.length >= Number(question.wanted),
      question,
      "has fewer than",
    ),
  uniqueItems: (question) =>
    says(!Array.isArray(question.value) || new Set(question.value).size === question.value.length, question, "repeats"),
  items: ({ wanted, value, root, at }) =>
    Array.isArray(value) ? value.flatMap((item, i) => problemsOf(wanted as object, item, root, `${at}[${i}]`)) : [],
  required: ({ wanted, value, at }) =>
    isObject(value)
      ? (wanted as string[]).filter((name) => !(name in value)).map((name) => `${at}: lacks ${name}`)
      : [`${at}: is no object`],
  propertyNames: ({ wanted, value, root, at }) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) => problemsOf(wanted as object, name, root, `${at}.${name}`))
      : [],
  properties: ({ wanted, value, root, at }) =>
    isObject(value)
      ? Object.entries(wanted as Record<string, object>).flatMap(([name, member]) =>
          name in value ? problemsOf(member, value[name], root, `${at}.${name}`) : [],
        )
      : [],
  additionalProperties: ({ wanted, value, schema, root, at }) => {
    if (!isObject(value)) return [];
    const others = Object.keys(value).filter((name) => !Object.hasOwn((schema.properties ?? {}) as object, name));
    if (wanted === false) return others.map((name) => `${at}: has an unknown ${name}`);
    return others.flatMap((name) => problemsOf(wanted as object, value[name], root, `${at}.${name}`));
  },
};
