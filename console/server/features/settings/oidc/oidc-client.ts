import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import type { OidcDraft } from '#schemas/settings/oidc/oidc.ts';
import { comparableIssuer } from '#schemas/settings/oidc/rules.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { guardedFetch, OIDC_TIMEOUT_MS, type OidcReach } from './guarded-fetch.ts';

/**
 * Accepted algorithms of signatures: with a public key of the provider. `none` proves nothing, and HS256 would accept the client secret
 * as a key.
 */
export const acceptedAlgorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The reason why a provider cannot be used, for administrators. */
export class OidcProviderError extends Error {
  override readonly name = 'OidcProviderError';
}

function clientAuthenticationOf({ clientAuthentication, clientSecret }: OidcDraft): ClientAuth {
  switch (clientAuthentication) {
    case 'client_secret_basic':
      return ClientSecretBasic(clientSecret ?? '');
    case 'client_secret_post':
      return ClientSecretPost(clientSecret ?? '');
    case 'none':
      return None();
  }
}

/** The algorithms of ID tokens that the provider offers and the console accepts (OpenID Connect Discovery 1.0, 3). */
export const usableAlgorithms = ({
  id_token_signing_alg_values_supported: offered,
}: ServerMetadata): string[] => (offered ?? ['RS256']).filter((one) => acceptedAlgorithms.includes(one));

/** Reads the metadata of a provider. Throws when it cannot be read or names another issuer. */
export async function discoverProvider(draft: OidcDraft, reach: OidcReach): Promise<ServerMetadata> {
  const found = await discovery(new URL(draft.issuer), draft.clientId, undefined, None(), {
    execute: [allowInsecureRequests],
    [customFetch]: guardedFetch(reach),
    timeout: OIDC_TIMEOUT_MS / SECOND_MS,
  });
  const metadata = { ...found.serverMetadata() };
  if (comparableIssuer(metadata.issuer) !== comparableIssuer(draft.issuer))
    throw new OidcProviderError(`the metadata is of the issuer ${metadata.issuer}`);
  return metadata;
}

/** Throws for a page of the provider that a browser must not be sent to. */
export function rejectInsecurePage({ issuer }: ServerMetadata, page: string | undefined): void {
  const { protocol } = new URL(page ?? 'about:blank');
  // Plain http only where the provider itself has no TLS, which its network must allow.
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
    throw new OidcProviderError('the authorization endpoint is not an https address');
}

/** The library, configured by the metadata of the provider, with every security-relevant option set explicitly. */
export function oidcConfiguration(
  draft: OidcDraft,
  metadata: ServerMetadata,
  reach: OidcReach,
): Configuration {
  const algorithms = usableAlgorithms(metadata);
  if (algorithms.length === 0)
    throw new OidcProviderError('the provider signs its tokens with no accepted algorithm');
  const configuration = new Configuration(
    { ...metadata, id_token_signing_alg_values_supported: algorithms },
    draft.clientId,
    { [clockTolerance]: draft.skewSeconds },
    clientAuthenticationOf(draft),
  );
  configuration[customFetch] = guardedFetch(reach);
  configuration.timeout = OIDC_TIMEOUT_MS / SECOND_MS;
  // The network limits decide where plain http is allowed.
  allowInsecureRequests(configuration);
  // Verifies signatures of ID tokens although they come from the token endpoint: behind plain http or a proxy that proves nothing.
  enableNonRepudiationChecks(configuration);
  return configuration;
}
