import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signed double-submit token (OWASP Cross-Site Request Forgery Prevention): `HMAC(key, session and nonce) . nonce`. It stands
 * in a cookie that scripts may read and in a header of the same name; being bound to the session, a cookie that somebody
 * tossed in from a sibling domain does not verify.
 */
export function csrfToken(key: Buffer, session: string, nonce: string): string {
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
  const expected = Buffer.from(csrfToken(key, session, nonce));
  const given = Buffer.from(header);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * A page of another site cannot forge these headers; a request without them is not from a browser page at all. `secure`: the
 * console is reached by https, and a page of the same host by http, which anybody on the way may have made, is of another site.
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
  // The host of a request leaves out the port that its scheme has by itself, and may as well name it.
  return (
    origin.host === host.replace(secure ? /:443$/ : /:80$/, '') && (!secure || origin.protocol === 'https:')
  );
}
