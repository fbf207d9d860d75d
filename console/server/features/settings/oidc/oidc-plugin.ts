import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { localPath } from '#schemas/account/local-path.ts';
import { oidcPaths } from '#schemas/settings/oidc/oidc.ts';
import { eventLog } from '../../../kernel/http/event-log.ts';
import { auditRejectedMessage } from '../../../shared/identity/audit-rejection.ts';
import { encodedPath, SEE_OTHER, signInPage } from '../../../shared/identity/sign-in-page.ts';
import { endSessionsByToken } from './oidc-logout.ts';
import type { OidcProvider } from './oidc-provider-repository.ts';
import { OidcRejection, rejectedSignInOf } from './oidc-rejection.ts';
import type { OidcServices } from './oidc-services.ts';
import { authorizationAddress, signInWithCode } from './oidc-sign-in.ts';

const outsideContracts = 'oidc' as const;
const MAX_TOKEN_BYTES = 64 * 1_024;
const LoginQuery = z.object({
  next: z.string().optional().catch(undefined),
  language: z.enum(['en', 'fr']).catch('en'),
  via: z.string().optional().catch(undefined),
});
const Params = z.object({ slug: z.string() });
/** Value of `via` after the redirect to the public URL. */
const VIA_PUBLIC_URL = 'public-url';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function providerOf({ providers }: OidcServices, { params }: FastifyRequest): Promise<OidcProvider> {
  const provider = await providers.findEnabled(Params.parse(params).slug);
  if (provider === undefined) throw new OidcRejection('provider', 'no such provider is set up');
  return provider;
}

/** Logs and audits a rejected message. Returns its problem for the user. */
async function reject(request: FastifyRequest, error: unknown) {
  const rejected = rejectedSignInOf(error);
  eventLog(request).warn({ err: error, address: request.ip }, 'openid connect sign-in rejected');
  await auditRejectedMessage(request, rejected);
  return rejected;
}

/** Runs a step of a sign-in. Errors redirect to the sign-in page, and their reason is logged. */
async function redirectOnRejection(
  { request, reply }: Exchange,
  run: () => Promise<string>,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  try {
    return await reply.redirect(await run(), SEE_OTHER);
  } catch (error) {
    const { code } = await reject(request, error);
    return reply.redirect(`${request.server.basePath}${signInPage(code, '/')}`, SEE_OTHER);
  }
}

/** Returns the address of the provider, or that of this page at the public URL, whose cookie the response needs. */
async function startSignIn(services: OidcServices, exchange: Exchange): Promise<string> {
  const { request } = exchange;
  const provider = await providerOf(services, request);
  const { next: given, language, via } = LoginQuery.parse(request.query);
  const next = localPath(given);
  if (via !== VIA_PUBLIC_URL && new URL(services.publicUrl).host !== request.host) {
    // Once: behind a proxy the name that this server sees may differ from the public one.
    const query = new URLSearchParams({ next, language, via: VIA_PUBLIC_URL });
    return `${services.publicUrl}${oidcPaths.login(provider.slug)}?${query.toString()}`;
  }
  return authorizationAddress(services, provider, { ...exchange, next, language });
}

/** Returns the path of the console to open after the response of the provider. */
async function finishSignIn(services: OidcServices, exchange: Exchange): Promise<string> {
  const { request } = exchange;
  const provider = await providerOf(services, request);
  const { url, ip: address } = request;
  const query = url.slice(url.indexOf('?') + 1 || url.length);
  const { admitted, next } = await signInWithCode(services, { provider, query }, exchange);
  if (admitted.ok) eventLog(request).info({ address }, 'signed in by identity provider');
  else eventLog(request).info({ address, code: admitted.code }, 'sign-in incomplete');
  const page = admitted.ok ? encodedPath(localPath(next)) : signInPage(admitted.code, localPath(next));
  return `${request.server.basePath}${page}`;
}

/**
 * Routes of OpenID Connect. They have no contract, because they use redirects and forms instead of JSON. They need no CSRF token, which a
 * provider cannot have: the state, or the signature of a token, takes its place.
 */
export function oidcPlugin(app: FastifyInstance, services: OidcServices): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_TOKEN_BYTES },
    (_request, body, done) => {
      done(null, body);
    },
  );
  const options = { config: { outsideContracts } };

  app.get(oidcPaths.login(':slug'), options, (request, reply) =>
    redirectOnRejection({ request, reply }, () => startSignIn(services, { request, reply })),
  );

  app.get(oidcPaths.callback(':slug'), options, (request, reply) =>
    redirectOnRejection({ request, reply }, () => finishSignIn(services, { request, reply })),
  );

  // The response has no content, or an error of OAuth 2.0 (OpenID Connect Back-Channel Logout 1.0, 2.8).
  app.post(oidcPaths.backchannelLogout(':slug'), options, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      const provider = await providerOf(services, request);
      const token = new URLSearchParams(String(request.body)).get('logout_token') ?? '';
      await endSessionsByToken(services, { provider, token }, request);
      return await reply.code(200).send();
    } catch (error) {
      await reject(request, error);
      return reply.code(400).send({ error: 'invalid_request' });
    }
  });
}
