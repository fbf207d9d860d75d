import { jsonFaultOffset } from '#schemas/text/json-fault.ts';

/** A text as JSON, or where it is none: line and column as in a text editor, where the browser names the place. */
export type ReadJson =
  | { readonly is: 'json'; readonly value: unknown }
  | { readonly is: 'not-json'; readonly line: number; readonly column: number };

/** Reads the text of a file. */
export function readJson(text: string): ReadJson {
  try {
    return { is: 'json', value: JSON.parse(text) as unknown };
  } catch (fault) {
    const lines = text.slice(0, jsonFaultOffset(fault, text)).split('\n');
    return { is: 'not-json', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  }
}
