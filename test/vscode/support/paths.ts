import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "jsonc-parser";

const EXTENSION = new URL("../../../packages/vscode-extension/", import.meta.url);

export const extensionPath = (path: string): string => fileURLToPath(new URL(path, EXTENSION));
export const extensionText = (path: string): string => readFileSync(extensionPath(path), "utf8");
export const extensionJson = <T>(path: string): T => parse(extensionText(path)) as T;
export const rootText = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
