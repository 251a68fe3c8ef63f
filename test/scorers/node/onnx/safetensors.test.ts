import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  floatsIn,
  readHeader,
  readSafetensors,
  SafetensorsError,
} from "../../../../packages/scorers/src/node/onnx/safetensors.js";
import { folderWith } from "../../../support/onnx/modelFolders.js";
import { f32, withHeader, writeSafetensors } from "../../../support/onnx/safetensorsWriter.js";
import { runs } from "../../../support/runs.js";

const fileOf = (bytes: Uint8Array): string => join(folderWith({ "a.safetensors": bytes }), "a.safetensors");
const reading = (bytes: Uint8Array) => () => readSafetensors(fileOf(bytes), ["a", "b"]);

test("numbers of every type are read as they were written", () => {
  const numbers = [0, 1, -2, 0.5, 60000, -0.000061035];
  const halves = Uint16Array.of(0, 0x3c00, 0xc000, 0x3800, 0x7b53, 0x8400);
  const brain = Uint16Array.from(numbers, (x) => new Uint32Array(Float32Array.of(x).buffer)[0]! >>> 16);
  const whole = [0, 1, -2, 127, -128, 5];
  const file = fileOf(
    writeSafetensors({
      a: f32([2, 3], numbers),
      f16: { dtype: "F16", shape: [6], data: halves },
      bf16: { dtype: "BF16", shape: [6], data: brain },
      f64: { dtype: "F64", shape: [6], data: Float64Array.from(numbers) },
      i8: { dtype: "I8", shape: [6], data: Int8Array.from(whole) },
      i32: { dtype: "I32", shape: [6], data: Int32Array.from(whole) },
      i64: { dtype: "I64", shape: [6], data: BigInt64Array.from(whole.map(BigInt)) },
    }),
  );
  const tensors = readSafetensors(file, ["a", "f16", "bf16", "f64", "i8", "i32", "i64", "absent"]);
  expect([...tensors.keys()]).toEqual(["a", "f16", "bf16", "f64", "i8", "i32", "i64"]);
  const floats = (name: string) => [...floatsIn(tensors.get(name)!)];
  const rounded = numbers.map(Math.fround);
  expect(tensors.get("a")!.shape).toEqual([2, 3]);
  expect(floats("a")).toEqual(rounded);
  expect(floats("f64")).toEqual(rounded);
  floats("f16").forEach((x, i) => {
    expect(Math.abs(x - numbers[i]!)).toBeLessThanOrEqual(Math.abs(numbers[i]!) / 1000);
  });
  floats("bf16").forEach((x, i) => {
    expect(Math.abs(x - numbers[i]!)).toBeLessThanOrEqual(Math.abs(numbers[i]!) / 128);
  });
  for (const name of ["i8", "i32", "i64"]) expect(floats(name)).toEqual(whole);
});

describe("what is no such file is refused", () => {
  const entry = (more: object) => JSON.stringify({ a: { dtype: "F32", shape: [1], data_offsets: [0, 4], ...more } });
  const four = new Uint8Array(4);
  test.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(0), "it is cut short"],
    ["no header", new Uint8Array(7), "it is cut short"],
    ["a header that is not there", Uint8Array.of(99, 0, 0, 0, 0, 0, 0, 0), "it is cut short"],
    ["a header of a petabyte", Uint8Array.of(0, 0, 0, 0, 0, 0, 4, 0), "its header would have"],
    ["another format", withHeader("PK\u0003\u0004"), "its header is not JSON"],
    ["a list", withHeader("[]"), "its header is no JSON object"],
    ["an entry without a place", withHeader(entry({ data_offsets: [0] }), four), "has no type, shape and place"],
    ["a negative shape", withHeader(entry({ shape: [-1] }), four), "has no type, shape and place"],
    ["a place beyond the end", withHeader(entry({}), new Uint8Array(3)), '"a" lies outside of the file'],
    ["a place that ends before it begins", withHeader(entry({ data_offsets: [4, 0] }), four), "outside of the file"],
    ["too few bytes", withHeader(entry({ shape: [2] }), four), '"a" has 4 bytes for 2 numbers of type F32'],
    ["more numbers than memory", withHeader(entry({ shape: [2 ** 26, 2 ** 26] }), four), "numbers"],
    ["a type that is not read", withHeader(entry({ dtype: "F8_E4M3" }), four), '"a" is of type F8_E4M3'],
    [
      "two in one place",
      withHeader(
        '{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"I8","shape":[2],"data_offsets":[2,4]}}',
        four,
      ),
      "two of its tensors lie in one place",
    ],
  ])("%s", (_, bytes, message) => {
    expect(reading(bytes)).toThrow(message);
  });
});

test("a name like a member of every object is a name like others", () => {
  const file = fileOf(writeSafetensors({ constructor: f32([1], [7]) }));
  expect(readSafetensors(file, ["toString"]).size).toBe(0);
  expect([...floatsIn(readSafetensors(file, ["constructor"]).get("constructor")!)]).toEqual([7]);
});

test("law: whatever is done to a file, it is read or refused, and what is read has as many numbers as its shape", () => {
  const whole = writeSafetensors({
    a: f32([2, 2], [1, 2, 3, 4]),
    b: { dtype: "I8", shape: [3], data: Int8Array.of(1, 2, 3) },
  });
  const folder = folderWith({});
  const file = join(folder, "x.safetensors");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 4 }),
      fc.nat(whole.length),
      (edits, cut) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, byte] of edits) bytes[at] = byte;
        writeFileSync(file, cut % 3 === 0 ? bytes.subarray(0, cut) : bytes);
        try {
          for (const tensor of readSafetensors(file, ["a", "b"]).values()) {
            expect(floatsIn(tensor)).toHaveLength(tensor.shape.reduce((x, y) => x * y, 1));
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SafetensorsError);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test("law: any header is read or refused", () => {
  const member = fc.record({
    dtype: fc.constantFrom("F32", "I8", "X", 7, null),
    shape: fc.oneof(fc.array(fc.integer()), fc.jsonValue()),
    data_offsets: fc.oneof(fc.tuple(fc.integer(), fc.integer()), fc.jsonValue()),
  });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.dictionary(fc.string(), member).map((value) => JSON.stringify(value)),
      ),
      (text) => {
        try {
          for (const { start, end } of readHeader(text, 100).values()) expect(start <= end && end <= 100).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SafetensorsError);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
