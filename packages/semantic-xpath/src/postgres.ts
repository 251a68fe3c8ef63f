/** Memories in PostgreSQL; needs the package `pg`. */

export * from "@semantic-xpath/postgres";
