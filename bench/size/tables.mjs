const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;

export function sizeTable(records) {
  return {
    title: "Size: what a page loads",
    columns: ["bundle", "minified", "compressed"],
    rows: records.map(({ name, minified, compressed }) => [name, kilobytes(minified), kilobytes(compressed)]),
    notes: ["Bundled for a browser by esbuild, gzip level 9."],
  };
}
