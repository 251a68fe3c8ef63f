import type { Pattern } from "@semantic-xpath/values";
import type { DatePattern, EPOCHS } from "./datePattern.js";
import type { Path } from "./path.js";
import type { Template } from "./template.js";

/** A mapping as in its file; schema/sxp-mapping.json describes the file. */
export interface MappingModel {
  readonly documentation: string | null;
  readonly root: readonly Choice[];
  readonly rules: ReadonlyMap<string, Rule>;
  readonly rest: Rest;
}

/** Handling of members without a rule. */
export type Rest = "keep" | "drop";

/** Rule from a value to a node. */
export interface Rule {
  readonly name: string;
  /** The type of the node. */
  readonly type: string;
  readonly variables: ReadonlyMap<string, ValueRule>;
  readonly attributes: ReadonlyMap<string, ValueRule>;
  readonly text: ValueRule | null;
  readonly children: readonly ChildRule[];
  readonly drop: readonly Path[];
  /** Paths kept unchanged, without a notice. */
  readonly keep: readonly Path[];
  readonly rest: Rest | null;
}

/** One of several rules: the first whose conditions all hold. A rule of null drops the value. */
export interface Choice {
  readonly conditions: readonly Condition[];
  readonly as: string | null;
}

/** Condition on the target of a path: that it exists, or that it is one of some texts. */
export interface Condition {
  readonly path: Path;
  readonly expected: boolean | ReadonlySet<string>;
}

/** Source of a text, and its processing. */
export interface ValueRule {
  /** The first that gives a text counts. */
  readonly from: readonly Path[];
  readonly template: Template | null;
  readonly constant: string | null;
  /** Between several texts; null: only the first is taken. */
  readonly join: string | null;
  /** Objects and lists are taken, as JSON. */
  readonly isJson: boolean;
  /** The kind of the value instead of its text. */
  readonly isKind: boolean;
  readonly match: Pattern | null;
  /** Replacement of a match. */
  readonly to: Template | null;
  readonly values: ReadonlyMap<string, string> | null;
  readonly date: DatePattern | (typeof EPOCHS)[number] | null;
  /** UTF-16 units beyond which it is cut; null: none. */
  readonly longest: number | null;
  readonly isSearchable: boolean;
}

export type ChildRule = EachRule | ReferencesRule;

/** Nodes of the values that a path leads to. */
export interface EachRule {
  readonly kind: "Each";
  readonly paths: readonly Path[];
  readonly as: readonly Choice[];
  readonly within: WithinRule | null;
  readonly branches: BranchesRule | null;
}

/** Nodes around the nodes, one in another by a list of names. */
export interface WithinRule {
  readonly names: Path;
  /** Between names in one text; null: a text is a name. */
  readonly split: string | null;
  readonly type: string;
  readonly attribute: string;
}

/** The values are linked to those before them: the current way through them comes as it is, each other one in a node of its own. */
export interface BranchesRule {
  /** The id of a value; null: the name of the member that it is. */
  readonly id: Path | null;
  readonly parent: Path;
  /** The id of the last value of the current way, from what the children belong to. */
  readonly current: Path | null;
  readonly as: string;
}

/** A node for each reference that a pattern finds in texts. */
export interface ReferencesRule {
  readonly kind: "References";
  readonly paths: readonly Path[];
  readonly type: string;
  readonly find: Pattern;
  readonly to: Template;
  /** Normal form of a reference; null: any form. */
  readonly proper: Template | null;
  /** All ids that there are, written properly; null: that is not checked. */
  readonly known: Path | null;
}
