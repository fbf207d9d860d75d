import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdSource } from '#platform/id/id.ts';
import type { Cookies } from '../../kernel/session/cookies.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** Longest time between a request and its response: the user is at the sign-in page of the identity provider. */
export const PENDING_REQUEST_MS = 10 * MINUTE_MS;

const TOKEN_BYTES = 32;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

interface BrowserNeeds {
  readonly ids: IdSource;
  readonly cookies: Cookies;
}

/** Hash of the cookie that `markBrowser` set. Undefined without one. */
export function browserHashOf(
  { cookies: given }: FastifyRequest,
  { cookies }: BrowserNeeds,
): string | undefined {
  const token = given[cookies.provider];
  return token === undefined || token === '' ? undefined : hashOf(token);
}

/**
 * Marks the browser that is sent to the identity provider, so that only this browser may return the response. Returns the hash of its
 * cookie. Sign-ins in several tabs share the cookie. It is sent with a redirect of the provider, but not
 * with its own post, which comes from another site: `sendPostingPage` posts a SAML response once more.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, needs: BrowserNeeds): string {
  const { ids, cookies } = needs;
  const token = request.cookies[cookies.provider] || ids.bytes(TOKEN_BYTES).toString('base64url');
  void reply.setCookie(cookies.provider, token, {
    ...cookies.sessionOptions,
    maxAge: PENDING_REQUEST_MS / SECOND_MS,
  });
  return hashOf(token);
}
