import { comparableIssuer } from '#schemas/settings/oidc/rules.ts';

const PREFIX = 'oidc:';

/**
 * Issuer of the accounts and sessions of a provider. It differs from the entity id of a SAML identity provider with the same address, as
 * Keycloak has: a name ID there must not equal a subject here.
 */
export const accountIssuerOf = ({ issuer }: { readonly issuer: string }): string =>
  `${PREFIX}${comparableIssuer(issuer)}`;

/** The issuer of a session of an OpenID Connect provider. Undefined for another session. */
export const oidcIssuerOf = (issuer: string): string | undefined =>
  issuer.startsWith(PREFIX) ? issuer.slice(PREFIX.length) : undefined;
