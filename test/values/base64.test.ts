import { base64Of, base64UrlOf, bytesOfBase64, bytesOfBase64Url } from "@semantic-xpath/values";
import fc from "fast-check";
import { expect, it } from "vitest";

it("bytes in letters are those of Node, and the bytes again", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString("base64"));
      expect(base64UrlOf(bytes)).toBe(Buffer.from(bytes).toString("base64url"));
      expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes);
      expect(bytesOfBase64Url(base64UrlOf(bytes))).toEqual(bytes);
    }),
  );
  expect(base64Of(new Uint8Array(100_000))).toHaveLength(133_336);
});

it.each(["a", "a+b=", "ab cd", "é", "abcd\n"])("%j is not base64url", (text) => {
  expect(bytesOfBase64Url(text)).toHaveLength(0);
});

it("a text with another letter is refused", () => {
  for (const text of ["ab*d", "é===", "a=bc"]) expect(() => bytesOfBase64(text)).toThrow();
});
