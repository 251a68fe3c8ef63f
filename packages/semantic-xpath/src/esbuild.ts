/** A plugin that compiles `.sxp` files while bundling. */

export * from "@semantic-xpath/emitters/esbuild";
