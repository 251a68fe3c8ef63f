import { KERNEL_BYTES } from "./kernelBytes.js";

/** The exports of kernels.wat. Addresses are bytes in the memory that was given; `end` is the end of the query. */
export interface Kernels {
  dots(rows: number, stride: number, n: number, query: number, end: number, out: number): void;
  dotsAt(base: number, stride: number, at: number, n: number, query: number, end: number, out: number): void;
  top(rows: number, stride: number, row: number, n: number, query: number, end: number, list: number, k: number): void;
  topAt(base: number, stride: number, at: number, n: number, query: number, end: number, list: number, k: number): void;
  bounds(
    rows: number,
    codes: number,
    row: number,
    n: number,
    query: number,
    shift: number,
    scale: number,
    norm: number,
    error: number,
    list: number,
    k: number,
    out: number,
  ): number;
}

/** Linear memory, 64 KiB a page, grown on demand. Growing detaches every view of `buffer`. */
export interface LinearMemory {
  readonly buffer: ArrayBuffer;
  /** Throws a RangeError when there is no more memory. */
  grow(pages: number): number;
}

/** What is used of the WebAssembly object, which the ES library types leave to the host. */
interface WebAssemblyHost {
  readonly Memory: new (limits: { readonly initial: number }) => LinearMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

const host = (globalThis as { readonly WebAssembly?: WebAssemblyHost }).WebAssembly;

export const PAGE = 65536;

let compiled: object | null | undefined;

/** The compiled module, or null where the host has no WebAssembly with SIMD (or forbids it). 1 KB: compiled on first use. */
function kernelModule(): object | null {
  if (compiled !== undefined) return compiled;
  try {
    const bytes = Uint8Array.from(atob(KERNEL_BYTES), (character) => character.charCodeAt(0));
    compiled = host === undefined ? null : new host.Module(bytes);
  } catch {
    compiled = null;
  }
  return compiled;
}

export const hasKernels = (): boolean => kernelModule() !== null;

/** A memory of at least one page and the kernels that work on it. Only where `hasKernels`. */
export function newKernels(bytes: number): { readonly memory: LinearMemory; readonly kernels: Kernels } {
  const module = kernelModule();
  if (module === null || host === undefined) throw new RangeError("This host has no WebAssembly SIMD.");
  const memory = new host.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)) });
  const { exports } = new host.Instance(module, { vectors: { memory } });
  return { memory, kernels: exports as Kernels };
}
