/** A text as JSON, or where it is none: line and column as in a text editor, where the browser names the place. */
export type ReadJson =
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'not-json'; readonly line: number; readonly column: number };

/** The offset of a fault of JSON.parse; that of a text which ends too early is its end. */
function offsetOf(fault: unknown, text: string): number {
  const position = fault instanceof Error ? /position (\d+)/.exec(fault.message)?.[1] : undefined;
  return position === undefined ? text.length : Number(position);
}

/** Reads the text of a file. */
export function readJson(text: string): ReadJson {
  try {
    return { is: 'json', value: JSON.parse(text) as unknown };
  } catch (fault) {
    const lines = text.slice(0, offsetOf(fault, text)).split('\n');
    return { is: 'not-json', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}
