/** Characters that V8 shows before and after a token that it did not expect. */
const SHOWN = 10;

/**
 * The offset of a fault of JSON.parse in its text. V8 gives a position, or the characters around a token that it did not expect;
 * without either the text ends too early.
 */
export function jsonFaultOffset(fault: unknown, text: string): number {
  const message = fault instanceof Error ? fault.message : '';
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const found = /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/su.exec(message);
  if (found === null) return text.length;
  const [, token = '', before, around = '', after] = found;
  if (before === undefined && after === undefined) return Math.max(0, text.indexOf(token));
  if (before === undefined) return around.length - SHOWN;
  return after === undefined ? text.length - around.length + SHOWN : text.indexOf(around) + SHOWN;
}
