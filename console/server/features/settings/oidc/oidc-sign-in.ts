import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type Configuration,
  type IDToken,
} from 'openid-client';
import { addMs } from '#platform/clock/time.ts';
import { isStep } from '#schemas/account/sign-in-step.ts';
import { oidcPaths } from '#schemas/settings/oidc/oidc.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { publishAccessChange } from '../../../kernel/access/access-change.ts';
import type { SignInResult } from '../../../kernel/session/sign-in-flow.ts';
import { auditLockedAccount } from '../../../shared/identity/audit-rejection.ts';
import {
  mapIdentity,
  readTextsAt,
  type IdentityClaims,
  type MappedIdentity,
} from '../../../shared/identity/identity-mapping.ts';
import { browserHashOf, markBrowser } from '../../../shared/identity/requesting-browser.ts';
import { accountIssuerOf } from './account-issuer.ts';
import { rejectInsecurePage } from './oidc-client.ts';
import type { OidcProvider } from './oidc-provider-repository.ts';
import { inStep, OidcRejection } from './oidc-rejection.ts';
import type { PendingRequest } from './oidc-request-store.ts';
import type { OidcServices } from './oidc-services.ts';

const RANDOM_BYTES = 32;
/** A longer ID token is not sent back at the sign-out: proxies limit the length of an address. */
const MAX_HINT_LENGTH = 4_000;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const callbackOf = ({ publicUrl }: OidcServices, { slug }: OidcProvider): string =>
  `${publicUrl}${oidcPaths.callback(slug)}`;

/** Returns the address of the provider to which the browser is sent. Throws OidcRejection. */
export async function authorizationAddress(
  services: OidcServices,
  provider: OidcProvider,
  { next, language, ...exchange }: Exchange & { readonly next: string; readonly language: string },
): Promise<string> {
  const configuration = await inStep('provider', () => services.configurations.of(provider));
  const metadata = configuration.serverMetadata();
  await inStep('provider', () => {
    rejectInsecurePage(metadata, metadata.authorization_endpoint);
  });
  const random = (): string => services.ids.bytes(RANDOM_BYTES).toString('base64url');
  const pending: PendingRequest = { state: random(), nonce: random(), verifier: random(), next };
  const browserHash = markBrowser(exchange.request, exchange.reply, services);
  await services.requests.add(pending, { providerId: provider.id, browserHash });
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: callbackOf(services, provider),
    scope: [...new Set(['openid', ...provider.scopes])].join(' '),
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ui_locales: language,
  });
  return address.href;
}

interface Proof {
  readonly claims: IDToken;
  readonly idToken: string | undefined;
  readonly userInfo: unknown;
}

/** Exchanges the code of a response for the claims of the user, after every check of the tokens. */
async function prove(
  configuration: Configuration,
  {
    provider,
    pending,
    callback,
  }: { readonly provider: OidcProvider; readonly pending: PendingRequest; readonly callback: URL },
): Promise<Proof> {
  const tokens = await inStep('token', () =>
    authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: pending.verifier,
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  if (claims === undefined) throw new OidcRejection('token', 'the provider sent no ID token');
  const needsUserInfo = provider.mappings.some(({ source }) => source === 'USERINFO');
  // The library compares the subject with that of the ID token (OpenID Connect Core 1.0, 5.3.2).
  const userInfo = needsUserInfo
    ? await inStep('token', () => fetchUserInfo(configuration, tokens.access_token, claims.sub), claims.sub)
    : undefined;
  return { claims, idToken: tokens.id_token, userInfo };
}

/** Maps the claims to an identity. The username is the preferred one, or else the subject. Throws OidcRejection. */
async function identityOf(
  { identities }: OidcServices,
  provider: OidcProvider,
  { claims, userInfo }: Proof,
): Promise<MappedIdentity> {
  const textsAt: IdentityClaims['textsAt'] = ({ source, path }) =>
    readTextsAt(source === 'USERINFO' ? userInfo : claims, path);
  const preferred = claims['preferred_username'];
  const username = typeof preferred === 'string' && preferred.trim() !== '' ? preferred : claims.sub;
  const mapped = mapIdentity(provider, { textsAt, username }, await identities.directory());
  if (!mapped.ok) throw new OidcRejection('user', mapped.faults.join('; '), claims.sub);
  return mapped.identity;
}

/** Creates or updates the account of the user. Returns its id. */
async function accountOf(
  services: OidcServices,
  {
    provider,
    proof,
    request,
  }: { readonly provider: OidcProvider; readonly proof: Proof; readonly request: FastifyRequest },
): Promise<{ readonly accountId: number; readonly username: string }> {
  const { identities, access, bus } = services;
  const identity = await identityOf(services, provider, proof);
  const issuer = accountIssuerOf(provider);
  const { sub: key } = proof.claims;
  const { linksPrepared } = provider;
  const audit = request.server.auditTrail.byProvider(request, issuer);
  const accountId = await inStep(
    'user',
    () => identities.provisionAccount({ issuer, key, linksPrepared }, identity, audit),
    key,
  );
  access.forget(accountId);
  publishAccessChange(bus, { account: accountId });
  return { accountId, username: identity.username };
}

/** Two factors were used, as the REFEDS MFA profile defines them. */
const REFEDS_MFA = 'https://refeds.org/profile/mfa';

/**
 * Whether an ID token states that the user was authenticated with two factors: the method `mfa` (RFC 8176, 2) or the class of REFEDS. An
 * unknown class proves nothing.
 */
function provesTwoFactors(claims: Readonly<Record<string, unknown>>): boolean {
  const { amr, acr } = claims;
  return (Array.isArray(amr) && amr.includes('mfa')) || acr === REFEDS_MFA;
}

const hintOf = (idToken: string | undefined): string | null =>
  idToken === undefined || idToken.length > MAX_HINT_LENGTH ? null : idToken;

/**
 * Signs in with a response of the provider. Returns the result and the path to open. Throws OidcRejection. `query` is that of the
 * request: its address is never read from the Host header.
 */
export async function signInWithCode(
  services: OidcServices,
  { provider, query }: { readonly provider: OidcProvider; readonly query: string },
  { request, reply }: Exchange,
): Promise<{ readonly admitted: SignInResult; readonly next: string }> {
  const browserHash = browserHashOf(request, services);
  const callback = new URL(`${callbackOf(services, provider)}?${query}`);
  const state = callback.searchParams.get('state') ?? '';
  const pending =
    browserHash && (await services.requests.take(state, { providerId: provider.id, browserHash }));
  if (!pending)
    throw new OidcRejection('request', 'this browser has sent no request with this state to this provider');
  const configuration = await inStep('provider', () => services.configurations.of(provider));
  const proof = await prove(configuration, { provider, pending, callback });
  const { accountId, username } = await accountOf(services, { provider, proof, request });
  const { claims, idToken } = proof;
  const issuer = accountIssuerOf(provider);
  const sid = claims['sid'];
  const admitted = await services.signInFlow.start(request, reply, {
    accountId,
    secondFactorProved: provesTwoFactors(claims),
    endsBy: addMs(services.clock.now(), provider.sessionMinutes * MINUTE_MS),
    origin: {
      issuer,
      nameId: claims.sub,
      nameIdFormat: 'sub',
      sessionIndex: typeof sid === 'string' ? sid : null,
      idToken: hintOf(idToken),
    },
  });
  if (!admitted.ok && !isStep(admitted.code))
    await auditLockedAccount(request, admitted.code, { id: accountId, username, provider: issuer });
  return { admitted, next: pending.next };
}
