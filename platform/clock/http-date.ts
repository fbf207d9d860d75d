/** A date of an HTTP header (RFC 9110 §5.6.7) in milliseconds since 1970; undefined when it is none. */
export function httpDateMs(text: string): number | undefined {
  const atMs = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}
