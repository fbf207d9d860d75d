import type { CookieSerializeOptions } from '@fastify/cookie';
import { CSRF_NAME, knownBrowserLimits } from '#schemas/limit/account.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** Cookie names and options of this installation. Over https they are Secure, and all but the CSRF cookie have the `__Host-` prefix. */
export interface Cookies {
  readonly session: string;
  readonly csrf: string;
  /** Marks a browser with which a user has signed in before. */
  readonly device: string;
  /** Marks the browser that was sent to the identity provider. */
  readonly provider: string;
  readonly sessionOptions: CookieSerializeOptions;
  readonly csrfOptions: CookieSerializeOptions;
  readonly deviceOptions: CookieSerializeOptions;
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
    device: secure ? '__Host-device' : 'device',
    provider: secure ? '__Host-provider' : 'provider',
    sessionOptions: { ...base, httpOnly: true },
    csrfOptions: base,
    deviceOptions: { ...base, httpOnly: true, maxAge: (knownBrowserLimits.days * DAY_MS) / SECOND_MS },
  };
}
