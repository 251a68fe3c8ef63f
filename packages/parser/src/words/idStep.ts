/** The step `id(…)`, for tools that explain it. */
export const ID_STEP = {
  name: "id",
  /** XPath 3.1 has a function of this name and meaning. */
  source: "XPath",
  parameter:
    "What holds the ids: an attribute `@name`, a field, `.`, `text()`, a text in quotes or a parameter. Several ids have white space between them.",
  documentation:
    "The nodes whose ids the argument names, in document order: `/Evidence/id(@ref)`. The ids of a tree are the attributes that its schema declares so, else those named `id` and `xml:id`.",
  equation: "id(v)(n) = [m | id(m) = v(n), else id(m) ∈ words of v(n)]",
} as const;
