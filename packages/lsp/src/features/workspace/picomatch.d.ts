declare module "picomatch" {
  /** Whether a path, with slashes, is one of a glob pattern. */
  export default function picomatch(
    pattern: string,
    options?: { readonly nocase?: boolean },
  ): (path: string) => boolean;
}
