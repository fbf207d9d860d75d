/** An endpoint, taken apart: segments of its path as a server decodes them, and its query with the question mark. */
export interface EndpointParts {
  /** As sent. */
  readonly path: `/${string}`;
  readonly segments: readonly string[];
  readonly query: string;
}

/** What authors write: unreserved characters (RFC 3986, section 2.3), and delimiters that no server acts on. */
const PLAIN_SEGMENT = /^[A-Za-z0-9._~:,@-]+$/;
/** What ends or divides a segment for some servers: matrix parameters (RFC 3986, section 3.3), separators, a second encoding. */
const DIVIDES = /[/\\;%?#\p{Cc}]/u;
/** Parameters by which gateways make another method of a GET. */
const OVERRIDES = /^_?(?:x-)?(?:http-?)?method(?:-?override)?$/i;
/** Visible characters of a query, encoded or not. */
const QUERY = /^[^\s#\\\p{Cc}]*$/u;

/** Encodes a text for a segment of a path: more than `encodeURIComponent`, which leaves `!'()*` as they are. */
export const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const isDots = (text: string): boolean => /^\.+$/.test(text);

/**
 * The text of a segment; undefined for one that servers read differently. What is encoded must be the one encoding of its text, and remain
 * one segment for a server that decodes it before it divides the path, or that replaces similar characters.
 */
function decodeSegment(segment: string): string | undefined {
  if (segment === '' || isDots(segment)) return undefined;
  if (PLAIN_SEGMENT.test(segment)) return segment;
  try {
    const text = decodeURIComponent(segment);
    const folded = text.normalize('NFKC');
    const isOne = encodeSegment(text) === segment && !DIVIDES.test(folded) && !isDots(folded.trim());
    return isOne ? text : undefined;
  } catch {
    return undefined;
  }
}

const isPlainQuery = (query: string): boolean =>
  QUERY.test(query) && ![...new URLSearchParams(query).keys()].some((name) => OVERRIDES.test(name.trim()));

/** Takes an endpoint apart; undefined for one that two servers could read differently. A slash at its end says nothing. */
export function endpointParts(endpoint: string): EndpointParts | undefined {
  const at = endpoint.indexOf('?');
  const [path, query] = at < 0 ? [endpoint, ''] : [endpoint.slice(0, at), endpoint.slice(at)];
  if (!path.startsWith('/') || !isPlainQuery(query)) return undefined;
  const segments = path.replace(/\/$/, '').slice(1).split('/').map(decodeSegment);
  return segments.every((segment) => segment !== undefined)
    ? { path: path as `/${string}`, segments, query }
    : undefined;
}
