const plain = /^[+-]?\d+(?:e[+-]?\d+)?$/i;
const separated = /^([+-]?)(\d+)[.,](\d+)(e[+-]?\d+)?$/i;
/** One group of three digits behind one to three others: a decimal fraction, or thousands. */
const MAX_LEADING = 3;
const GROUP = 3;

/**
 * The numbers that people mean by a text, a comma and a point being decimal marks or separators of thousands: `1,000` is 1 in
 * French and 1000 in English. None: it is no number, or has several separators.
 */
export function numberReadings(text: string): readonly number[] {
  if (plain.test(text)) return [Number(text)];
  const [, sign = '', whole = '', fraction = '', exponent] = separated.exec(text) ?? [];
  if (whole === '') return [];
  const decimal = Number(`${sign}${whole}.${fraction}${exponent ?? ''}`);
  const isGroup =
    exponent === undefined &&
    fraction.length === GROUP &&
    whole.length <= MAX_LEADING &&
    !whole.startsWith('0');
  return isGroup ? [decimal, Number(`${sign}${whole}${fraction}`)] : [decimal];
}
