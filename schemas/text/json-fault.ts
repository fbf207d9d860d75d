/** Characters that V8 shows before and after a token that it did not expect. */
const SHOWN = 10;

/** A token that was not expected, with the characters around it; dots stand for what comes before and after them. */
const unexpected = /^Unexpected token '(.+?)', (\.\.\.)?"(.*)"(\.\.\.)? is not valid JSON$/su;

/** The offset in a text that V8 shows a part of, or all of it where it is short. */
function shownOffset(text: string, [, token = '', before, around = '', after]: readonly string[]): number {
  if (before !== undefined)
    return after === undefined ? text.length - around.length + SHOWN : text.indexOf(around) + SHOWN;
  return after === undefined ? Math.max(0, text.indexOf(token)) : around.length - SHOWN;
}

/**
 * The offset of a fault of JSON.parse in its text. V8 gives a position, or the characters around a token that it did not expect;
 * without either the text ends too early.
 */
export function jsonFaultOffset(fault: unknown, text: string): number {
  const message = fault instanceof Error ? fault.message : '';
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  const found = unexpected.exec(message);
  return found === null ? text.length : shownOffset(text, found);
}
