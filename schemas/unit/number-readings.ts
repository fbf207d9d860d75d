const plain = /^[+-]?\d+(?:e[+-]?\d+)?$/i;
const separated = /^[+-]?\d+[.,]\d+(?:e[+-]?\d+)?$/i;
/** One group of three digits behind one to three others: a decimal fraction, or thousands. */
const grouped = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The numbers that people mean by a text, a comma and a point being decimal marks or separators of thousands: `1,000` is 1 in
 * French and 1000 in English. None: it is no number, or has several separators.
 */
export function numberReadings(text: string): readonly number[] {
  if (plain.test(text)) return [Number(text)];
  if (!separated.test(text)) return [];
  const decimal = Number(text.replace(',', '.'));
  return grouped.test(text) ? [decimal, Number(text.replace(/[.,]/, ''))] : [decimal];
}
