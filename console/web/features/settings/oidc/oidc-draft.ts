import { OidcDraft, type OidcMapping } from '#schemas/settings/oidc/oidc.ts';
import type { ListedOidcProvider } from '#schemas/settings/oidc/routes.ts';
import { emptyMapping } from '../identity/list-draft.ts';

const claim: OidcMapping = emptyMapping('ID_TOKEN');

/** What a new provider starts with: the standard claims of a user (OpenID Connect Core 1.0, 5.1), and its groups. */
export const emptyOidc: OidcDraft = {
  name: '',
  slug: '',
  enabled: false,
  issuer: '',
  clientId: '',
  clientSecret: null,
  clientAuthentication: 'client_secret_basic',
  scopes: ['openid', 'profile', 'email'],
  skewSeconds: 30,
  sessionMinutes: 480,
  signsOut: true,
  linksPrepared: false,
  defaultRole: null,
  mappings: [
    { ...claim, type: 'USERNAME', path: 'preferred_username' },
    { ...claim, type: 'FIRSTNAME', path: 'given_name' },
    { ...claim, type: 'LASTNAME', path: 'family_name' },
    { ...claim, type: 'EMAIL', path: 'email' },
    { ...claim, type: 'ROLE', path: 'groups' },
    { ...claim, type: 'CUSTOMER', path: 'customer', by: 'id' },
  ],
};

/** The form of a stored provider. */
export const toOidcDraft = (provider: ListedOidcProvider): OidcDraft => OidcDraft.strip().parse(provider);

/** The scopes of a text, each once. */
export const requestedScopes = (text: string): string[] => [
  ...new Set(text.split(/\s+/u).filter((scope) => scope !== '')),
];
