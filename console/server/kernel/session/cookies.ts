import type { CookieSerializeOptions } from '@fastify/cookie';
import { CSRF_NAME } from '#schemas/limit/account.ts';

/** Cookie names and options of this installation. Over https they are Secure, and the session cookie has the `__Host-` prefix. */
export interface Cookies {
  readonly session: string;
  readonly csrf: string;
  readonly sessionOptions: CookieSerializeOptions;
  readonly csrfOptions: CookieSerializeOptions;
}

/**
 * `__Host-` binds a cookie to the host. Browsers accept the prefix only with Secure, so plain http (loopback) goes without it. The
 * CSRF cookie has a fixed name: its value binds it to the session.
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
