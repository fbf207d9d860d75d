// Not JSON.parse: its messages contain the position only in some engines and for some faults.
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- RFC 8259 §7 forbids exactly these within a string
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
const SPACE = /[ \t\r\n]*/y;

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end';

const END = ', or end';
/** Positions allowed for each mark. */
const places: Readonly<Record<string, readonly Expected[]>> = {
  '[': ['value', 'value or ]'],
  '{': ['value', 'value or ]'],
  ':': [':'],
  ',': [END],
  ']': [END, 'value or ]'],
  '}': [END, 'key or }'],
};
const brackets = {
  '[': { close: ']', then: 'value or ]' },
  '{': { close: '}', then: 'key or }' },
} as const;

/** Returns what may follow a mark, undefined if the mark was not expected. `open` contains the closing brackets. */
function afterMark(mark: string, expected: Expected, open: string[]): Expected | undefined {
  if (places[mark]?.includes(expected) !== true) return undefined;
  if (mark === ':') return 'value';
  if (mark === '[' || mark === '{') {
    open.push(brackets[mark].close);
    return brackets[mark].then;
  }
  const innermost = open.at(-1);
  if (mark === ',') return innermost === undefined ? undefined : innermost === ']' ? 'value' : 'key';
  return mark === open.pop() ? END : undefined;
}

function afterScalar(isText: boolean, expected: Expected): Expected | undefined {
  if (expected === 'value' || expected === 'value or ]') return END;
  return isText && (expected === 'key' || expected === 'key or }') ? ':' : undefined;
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

/** Returns the offset of the first fault of a JSON text (RFC 8259), undefined if valid. */
export function jsonFaultAt(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    const start = skipSpace(text, at);
    if (start === text.length) return expected === END && open.length === 0 ? undefined : start;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) return start;
    const [, mark, string] = found;
    const next: Expected | undefined =
      mark === undefined ? afterScalar(string !== undefined, expected) : afterMark(mark, expected, open);
    if (next === undefined) return start;
    expected = next;
    at = TOKEN.lastIndex;
  }
}
