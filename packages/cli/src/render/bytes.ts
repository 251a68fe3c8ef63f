const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** A size as people compare it, in powers of 1000: `90.4 MB`. */
export function bytesText(bytes: number): string {
  let amount = bytes;
  let unit = 0;
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 || amount >= 99.95 ? amount.toFixed(0) : amount.toFixed(1)} ${UNITS[unit]}`;
}
