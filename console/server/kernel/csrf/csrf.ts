import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed double-submit token (OWASP Cross-Site Request Forgery Prevention): `HMAC(key, session and nonce) . nonce`. It is sent in a
 * cookie that scripts may read and in a header. It is bound to the session, so a cookie set from a sibling domain does not verify.
 */
export function signCsrfToken(key: Buffer, session: string, nonce: string): string {
  const message = `${String(session.length)}!${session}!${String(nonce.length)}!${nonce}`;
  return `${createHmac('sha256', key).update(message).digest('base64url')}.${nonce}`;
}

/** Whether header and cookie are the same token of this session. */
export function isCsrfToken(
  key: Buffer,
  session: string,
  { header, cookie }: { readonly header: string | undefined; readonly cookie: string | undefined },
): boolean {
  if (header === undefined || header !== cookie) return false;
  const nonce = header.slice(header.indexOf('.') + 1);
  const expected = Buffer.from(signCsrfToken(key, session, nonce));
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * A page of another site cannot forge these headers, and a request without them does not come from a browser page. `secure`: the
 * console uses https. A page of the same host over http counts as another site, because anyone on the network path may forge it.
 */
export function isSameOrigin(
  headers: {
    readonly origin?: string | undefined;
    readonly 'sec-fetch-site'?: string | string[] | undefined;
  },
  { host, secure }: { readonly host: string; readonly secure: boolean },
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  if (headers.origin === undefined) return true;
  if (!URL.canParse(headers.origin)) return false;
  const origin = new URL(headers.origin);
  // The Host header may name or omit the default port of its scheme.
  return (
    origin.host === host.replace(secure ? /:443$/ : /:80$/, '') && (!secure || origin.protocol === 'https:')
  );
}
