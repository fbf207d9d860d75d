/** Bytes of a body for each of its values, at least: ids of seven digits with their commas. */
const BYTES_PER_VALUE = 6;
const LEAST_VALUES = 10_000;
/** Parsing them takes about 50 ms. */
const MOST_VALUES = 1_000_000;

/** Maximum values of a body by its maximum bytes. A body of empty lists has many more values than a valid one of its size. */
export const maxValuesOf = (maxBytes: number): number =>
  Math.min(MOST_VALUES, Math.max(LEAST_VALUES, Math.floor(maxBytes / BYTES_PER_VALUE)));

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** The end of a text of JSON: the index behind its closing quotation mark. */
function endOfText(json: string, start: number): number {
  let at = json.indexOf('"', start);
  while (at > 0) {
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at + 1;
    at = json.indexOf('"', at + 1);
  }
  return json.length;
}

/** Whether a text of JSON has more than `max` values, without parsing it. */
export function hasMoreValues(json: string, max: number): boolean {
  let values = 1;
  for (let at = 0; at < json.length && values <= max; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at + 1) - 1;
    else if (code === COMMA || code === LIST || code === OBJECT) values += 1;
  }
  return values > max;
}

const COLON = 0x3a;
/** Below this many bytes a body is parsed within 20 ms, whatever names it has. */
const LARGE_CHARACTERS = 256 * 1_024;
/** Names are what takes time: 90,000 different ones in 2 MB are parsed in 60 ms, 20,000 in 15. */
export const MAX_NAMES = 20_000;

/** Space, tab and the ends of lines: all that may be between a name and its colon. */
const isBlank = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Whether a large text of JSON has fields of too many different names, without parsing it. */
export function hasManyNames(json: string): boolean {
  if (json.length <= LARGE_CHARACTERS) return false;
  const names = new Set<string>();
  for (let at = json.indexOf('"'); at >= 0 && names.size <= MAX_NAMES;) {
    const end = endOfText(json, at + 1);
    let next = end;
    while (isBlank(json.charCodeAt(next))) next += 1;
    if (json.charCodeAt(next) === COLON) names.add(json.slice(at, end));
    at = json.indexOf('"', end);
  }
  return names.size > MAX_NAMES;
}

/** Escapes by which alone a text of JSON has U+0000 or half of a surrogate pair: raw ones are no JSON, and no UTF-8. */
const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const storable = new WeakSet<object>();

/** Remembers of a parsed body whether all its texts can be stored. */
export function markStorable(json: string, body: unknown): void {
  if (typeof body === 'object' && body !== null && !UNSTORABLE_ESCAPE.test(json)) storable.add(body);
}

/** Whether a body is known to have no text that cannot be stored. */
export const isStorable = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && storable.has(body);
