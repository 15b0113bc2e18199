// Plain data as JSON that keeps every number: JSON itself has neither NaN nor infinities nor -0.
const NUMBERS: Record<string, number> = { NaN: Number.NaN, Infinity: Infinity, '-Infinity': -Infinity, '-0': -0 };

/** Data without functions or cycles. */
export type Plain = number | string | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

export function writePlain(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== 'number' || (Number.isFinite(each) && !Object.is(each, -0))) return each;
    return { '#': Object.is(each, -0) ? '-0' : String(each) };
  });
}

/** Throws a `SyntaxError` for what is no JSON. */
export function readPlain(text: string): unknown {
  return JSON.parse(text, (_, each: unknown) => {
    const name = typeof each === 'object' && each !== null && '#' in each ? (each as { '#': unknown })['#'] : undefined;
    return typeof name === 'string' && Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : each;
  });
}
