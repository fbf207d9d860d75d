/** Names of code points (RFC 2474, 2597, 3246, 5865, 8622); class selectors are multiples of 8. */
const codePoints: Readonly<Record<number, string>> = {
  0: 'CS0 (best effort)',
  1: 'LE',
  10: 'AF11',
  12: 'AF12',
  14: 'AF13',
  18: 'AF21',
  20: 'AF22',
  22: 'AF23',
  26: 'AF31',
  28: 'AF32',
  30: 'AF33',
  34: 'AF41',
  36: 'AF42',
  38: 'AF43',
  44: 'VOICE-ADMIT',
  46: 'EF',
};
const SELECTOR_STEP = 8;
export const MAX_DSCP = 63;

/** Name of a code point, else its number. */
export const dscpName = (dscp: number): string =>
  codePoints[dscp] ??
  (dscp % SELECTOR_STEP === 0 ? `CS${String(dscp / SELECTOR_STEP)}` : `DSCP ${String(dscp)}`);

/** The shortest text that `parseDscp` reads again. */
export const dscpText = (dscp: number): string => (dscp === 0 ? 'CS0' : dscpName(dscp).replace(/^DSCP /, ''));

/** Code points by the names that configurations use. */
const byName: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: MAX_DSCP + 1 }, (_, dscp) => [dscpText(dscp), dscp] as const),
  ...(['BE', 'DF', 'DEFAULT'] as const).map((name) => [name, 0] as const),
  ['VA', 44] as const,
]);

/** Parses `46`, `EF`, `af41`, `CS3` or `DSCP 5`; undefined for anything else. */
export function parseDscp(text: string): number | undefined {
  const name = text
    .trim()
    .toUpperCase()
    .replace(/^DSCP /, '');
  const known = byName.get(name);
  if (known !== undefined) return known;
  return /^\d{1,2}$/.test(name) && Number(name) <= MAX_DSCP ? Number(name) : undefined;
}
