import fc from "fast-check";
import { expect, it } from "vitest";
import { base64, bytesOf } from "../../../packages/inspect/src/view/base64.js";

it("writes what Node writes, and reads it back", () =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(bytesOf(base64(bytes))).toEqual(bytes);
    }),
  ));
