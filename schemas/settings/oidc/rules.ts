import { mappingFaults, type ProviderFault } from '../identity/rules.ts';
import type { OidcDraft } from './oidc.ts';

/** Purpose that the sealed secret of a client is bound to. */
export const OIDC_CLIENT_SECRET = 'oidc client secret';

/** Returns every fault of a provider that its fields show. */
export function oidcFaults(draft: OidcDraft): readonly ProviderFault[] {
  const { clientAuthentication, clientSecret } = draft;
  const faults = [...mappingFaults(draft)];
  if (clientAuthentication !== 'none' && clientSecret === null)
    faults.push({ path: 'clientSecret', code: 'REQUIRED' });
  return faults;
}

/** An issuer in the form in which it is compared with others. */
export const comparableIssuer = (issuer: string): string => new URL(issuer).href;

/** Faults found only by the server, which knows the stored provider. */
export const oidcFaultFound = {
  /** A stored secret is not sent to another provider than the one that issued it. */
  secretOfOther: { path: 'clientSecret', code: 'OIDC_SECRET_OF_OTHER' },
  nameTaken: { path: 'name', code: 'NAME_TAKEN' },
  slugTaken: { path: 'slug', code: 'OIDC_SLUG_TAKEN' },
  issuerTaken: { path: 'issuer', code: 'OIDC_ISSUER_TAKEN' },
} as const satisfies Record<string, ProviderFault>;
