import { compile, JSONPathError, type JSONPathQuery, type JSONValue } from 'json-p3';

/** Characters of a result: a browser shows no more of a response. */
const MAX_RESULT = 1_000_000;

export interface PathJob {
  readonly value: unknown;
  /** JSON paths (RFC 9535), applied one after the other. */
  readonly paths: readonly string[];
  readonly replacements: readonly { readonly search: string; readonly by: string }[];
}

/** A path that is not one of RFC 9535. */
interface WrongPath {
  readonly index: number;
  /** Character at which it stops being one, from 1. */
  readonly position: number;
}

export type PathFault =
  /** `index`: of the path. */
  | ({ readonly code: 'JSON_FILTER_SYNTAX' } & WrongPath)
  | { readonly code: 'JSON_FILTER_PATH'; readonly index: number }
  | { readonly code: 'TOO_MUCH_DATA' };
export type PathResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly fault: PathFault };

/** The query of a path, or the position of its fault. */
function compiled(path: string): JSONPathQuery | number {
  try {
    return compile(path);
  } catch (error) {
    if (error instanceof JSONPathError) return error.token.index + 1;
    throw error;
  }
}

/** The first path that is not one of RFC 9535; undefined: all are. */
export function wrongPath(paths: readonly string[]): WrongPath | undefined {
  for (const [index, path] of paths.entries()) {
    const position = compiled(path);
    if (typeof position === 'number') return { index, position };
  }
  return undefined;
}

/** Undefined: a path to exactly one place leads nowhere. One to any number of places may find none. */
function applied(query: JSONPathQuery, value: JSONValue): JSONValue | undefined {
  const nodes = query.query(value);
  if (!query.singularQuery()) return nodes.values();
  return nodes.length === 0 ? undefined : nodes.values()[0];
}

/** Throws a RangeError: each replacement may lengthen what the one before left. */
function withinResult(text: string): string {
  if (text.length > MAX_RESULT) throw new RangeError('a text is longer than a result');
  return text;
}

/** Replaces texts in names and values. */
function replaced(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((each: unknown) => replaced(each, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [replace(name), replaced(part, replace)]),
  );
}

/** What the paths leave of a value, with its replacements. Throws a RangeError for what is nested too deeply or grows too long. */
export function applyPaths({ value, paths, replacements }: PathJob): PathResult {
  let left = value as JSONValue;
  for (const [index, path] of paths.entries()) {
    const query = compiled(path);
    if (typeof query === 'number')
      return { ok: false, fault: { code: 'JSON_FILTER_SYNTAX', index, position: query } };
    const found = applied(query, left);
    if (found === undefined) return { ok: false, fault: { code: 'JSON_FILTER_PATH', index } };
    left = found;
  }
  const replace = (text: string): string =>
    replacements.reduce((last, { search, by }) => withinResult(last.replaceAll(search, () => by)), text);
  const result = replacements.length === 0 ? left : replaced(left, replace);
  const isTooMuch = JSON.stringify(result).length > MAX_RESULT;
  return isTooMuch ? { ok: false, fault: { code: 'TOO_MUCH_DATA' } } : { ok: true, value: result };
}
