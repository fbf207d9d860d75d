import type { CookieSerializeOptions } from '@fastify/cookie';
import { CSRF_NAME } from '#schemas/limit/account.ts';

/** How the cookies of this installation look: over https they are Secure, and the session's name says so to the browser. */
export interface Cookies {
  readonly session: string;
  readonly csrf: string;
  readonly sessionOptions: CookieSerializeOptions;
  readonly csrfOptions: CookieSerializeOptions;
}

/**
 * `__Host-` binds a cookie to the host, but browsers take it with Secure only; on plain http (loopback) the name goes
 * without. The CSRF cookie has a fixed name: its binding to the session stands in its value.
 */
export function cookiesFor(secure: boolean): Cookies {
  const base = { path: '/', sameSite: 'lax', secure } as const;
  return {
    session: secure ? '__Host-sid' : 'sid',
    csrf: CSRF_NAME,
    sessionOptions: { ...base, httpOnly: true },
    csrfOptions: base,
  };
}
