/** Why a node is in a result, why not, which smallest change admits it; stepping and comparing. */

export * from "@semantic-xpath/inspect";
