import type { FastifyRequest } from 'fastify';
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from 'jose';
import { buildEndSessionUrl } from 'openid-client';
import { z } from 'zod';
import { addMs } from '#platform/clock/time.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { SessionState } from '../../../kernel/session/session-store.ts';
import { endProviderSessions } from '../../../shared/identity/end-provider-sessions.ts';
import { accountIssuerOf, oidcIssuerOf } from './account-issuer.ts';
import { guardedFetch, OIDC_TIMEOUT_MS } from './guarded-fetch.ts';
import { acceptedAlgorithms, rejectInsecurePage } from './oidc-client.ts';
import type { OidcProvider } from './oidc-provider-repository.ts';
import { inStep, OidcRejection } from './oidc-rejection.ts';
import type { OidcServices } from './oidc-services.ts';

/** Maximum age of a logout token. */
const TOKEN_AGE_MS = 5 * MINUTE_MS;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Address that ends the session at the provider too (OpenID Connect RP-Initiated Logout 1.0, 2). Undefined for a session of another sign-in
 * method, and when the provider cannot be read: signing out here must not wait for it.
 */
export async function providerSignOutAddress(
  services: OidcServices,
  { tokenHash }: SessionState,
): Promise<string | undefined> {
  const origin = await services.db
    .selectFrom('session_origin')
    .select(['issuer', 'name_id', 'id_token'])
    .where('session_hash', '=', tokenHash)
    .executeTakeFirst();
  const issuer = origin && oidcIssuerOf(origin.issuer);
  const provider = issuer === undefined ? undefined : await services.providers.findByIssuer(issuer);
  if (origin === undefined || provider?.signsOut !== true) return undefined;
  try {
    const configuration = await services.configurations.of(provider);
    const metadata = configuration.serverMetadata();
    if (metadata.end_session_endpoint === undefined) return undefined;
    rejectInsecurePage(metadata, metadata.end_session_endpoint);
    const hint =
      origin.id_token === null ? { logout_hint: origin.name_id } : { id_token_hint: origin.id_token };
    return buildEndSessionUrl(configuration, {
      ...hint,
      client_id: provider.clientId,
      post_logout_redirect_uri: `${services.publicUrl}/sign-in`,
    }).href;
  } catch (error) {
    services.log.warn({ err: error, provider: provider.name }, 'openid connect provider unavailable');
    return undefined;
  }
}

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4). */
const LogoutClaims = z
  .object({
    jti: z.string().min(1).max(500),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.object({ [LOGOUT_EVENT]: z.object({}) }),
    /** Prohibited, so that an ID token is no logout token. */
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

async function verifiedClaims(
  services: OidcServices,
  provider: OidcProvider,
  token: string,
): Promise<z.output<typeof LogoutClaims>> {
  const configuration = await inStep('provider', () => services.configurations.of(provider));
  const { issuer, jwks_uri: keys } = configuration.serverMetadata();
  if (keys === undefined) throw new OidcRejection('provider', 'the provider names no address of its keys');
  const fetchKeys = guardedFetch(services.reach);
  const { payload } = await inStep('token', () =>
    jwtVerify(
      token,
      createRemoteJWKSet(new URL(keys), {
        timeoutDuration: OIDC_TIMEOUT_MS,
        [joseFetch]: (url, { headers, method, signal }) =>
          fetchKeys(url, {
            method,
            signal,
            body: null,
            redirect: 'manual',
            headers: Object.fromEntries(headers),
          }),
      }),
      {
        issuer,
        audience: provider.clientId,
        algorithms: [...acceptedAlgorithms],
        currentDate: services.clock.now(),
        clockTolerance: provider.skewSeconds,
        maxTokenAge: TOKEN_AGE_MS / SECOND_MS,
      },
    ),
  );
  const read = LogoutClaims.safeParse(payload);
  if (!read.success) throw new OidcRejection('token', 'the token is no logout token');
  return read.data;
}

/** Ends the sessions that a logout token of the provider names. Throws OidcRejection before any change. */
export async function endSessionsByToken(
  services: OidcServices,
  { provider, token }: { readonly provider: OidcProvider; readonly token: string },
  request: FastifyRequest,
): Promise<void> {
  const { jti, sub, sid } = await verifiedClaims(services, provider, token);
  const issuer = accountIssuerOf(provider);
  const until = addMs(services.clock.now(), TOKEN_AGE_MS + 2 * provider.skewSeconds * SECOND_MS);
  if (!(await services.tokens.consume(issuer, jti, until)))
    throw new OidcRejection('token', 'the logout token was used before', sub);
  const ended = await endProviderSessions(request, services.db, { issuer, nameId: sub, sessionIndex: sid });
  services.log.info({ sessions: ended }, 'signed out by identity provider');
}
