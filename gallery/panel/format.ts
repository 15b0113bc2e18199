const DIGITS = 4;

/** A number with four significant digits and never wider than ten characters; a dash for none. */
export function formatNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-3 || size >= 1e6) return value.toExponential(DIGITS - 1);
  return size >= 10 ** DIGITS ? value.toFixed(0) : value.toPrecision(DIGITS);
}

/** The number at a tick of an axis, as short as it gets. */
export function formatTick(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e5)) return value.toExponential().replace('e+', 'e');
  return String(Number(value.toPrecision(6)));
}
