import type { AstKind } from "@semantic-xpath/parser";
import { append } from "@semantic-xpath/values";
import type { Check } from "./checked.js";
import { alwaysEmpty } from "./rules/alwaysEmpty.js";
import { asOf } from "./rules/asOf.js";
import { bareNumber } from "./rules/bareNumber.js";
import { booleanAsExistence } from "./rules/booleanAsExistence.js";
import { boundNames } from "./rules/boundNames.js";
import { brokenPattern } from "./rules/brokenPattern.js";
import { constantComparison } from "./rules/constantComparison.js";
import { contradiction } from "./rules/contradiction.js";
import { gradedQuantifier } from "./rules/gradedQuantifier.js";
import { groups } from "./rules/groups.js";
import { incompatibleComparison } from "./rules/incompatibleComparison.js";
import { lengthOverMidnight } from "./rules/lengthOverMidnight.js";
import { notReference } from "./rules/notReference.js";
import { numberAsCondition } from "./rules/numberAsCondition.js";
import { oneMinus } from "./rules/oneMinus.js";
import { orderKeys } from "./rules/orderKeys.js";
import { outOfReach } from "./rules/outOfReach.js";
import { parameters } from "./rules/parameters.js";
import { positionBounds } from "./rules/positionBounds.js";
import { positionByRank } from "./rules/positionByRank.js";
import { positionZero } from "./rules/positionZero.js";
import { records } from "./rules/records.js";
import { redundant } from "./rules/redundant.js";
import { relevanceWithoutText } from "./rules/relevanceWithoutText.js";
import { scoresOverValues } from "./rules/scoresOverValues.js";
import { siblingAnchor } from "./rules/siblingAnchor.js";
import { textArithmetic } from "./rules/textArithmetic.js";
import { unknownAttribute } from "./rules/unknownAttribute.js";
import { unknownType } from "./rules/unknownType.js";
import { unsuitableArgument } from "./rules/unsuitableArgument.js";
import { unusedBinding } from "./rules/unusedBinding.js";
import { unusedParameter } from "./rules/unusedParameter.js";
import { valueAmongScores } from "./rules/valueAmongScores.js";
import { valueItems } from "./rules/valueItems.js";
import { withoutEffect } from "./rules/withoutEffect.js";

/** Every check of queries, each with its codes. Of one node they run in this order. */
export const CHECKS: readonly Check[] = [
  unknownType,
  outOfReach,
  unknownAttribute,
  notReference,
  incompatibleComparison,
  positionZero,
  parameters,
  boundNames,
  siblingAnchor,
  valueItems,
  asOf,
  groups,
  records,
  numberAsCondition,
  scoresOverValues,
  gradedQuantifier,
  orderKeys,
  unsuitableArgument,
  brokenPattern,
  textArithmetic,
  lengthOverMidnight,
  booleanAsExistence,
  alwaysEmpty,
  positionBounds,
  positionByRank,
  relevanceWithoutText,
  constantComparison,
  contradiction,
  redundant,
  bareNumber,
  withoutEffect,
  valueAmongScores,
  oneMinus,
  unusedBinding,
  unusedParameter,
];

type Run = NonNullable<Check["on"][AstKind]>;

const CHECKS_ON = new Map<AstKind, Run[]>();
for (const { on } of CHECKS)
  for (const [kind, run] of Object.entries(on) as [AstKind, Run][]) append(CHECKS_ON, kind, run);

/** Checks of nodes of a kind. */
export const checksOn = (kind: AstKind): readonly Run[] | undefined => CHECKS_ON.get(kind);
