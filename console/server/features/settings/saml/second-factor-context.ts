/**
 * Classes of an authentication context that stand for two factors. Everything else, a password over TLS and `unspecified` in
 * particular, stands for one.
 */
const twoFactors: ReadonlySet<string> = new Set([
  // REFEDS multi-factor authentication profile, used by university federations and Shibboleth.
  'https://refeds.org/profile/mfa',
  // Microsoft Entra ID and AD FS after multi-factor authentication.
  'http://schemas.microsoft.com/claims/multipleauthn',
  // SAML authentication context (saml-authn-context-2.0-os), 3.4: "two-factor" is in the definition of these three.
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
]);

/** Whether this class asserts a second factor. */
export const provesSecondFactor = (contextClass: string): boolean => twoFactors.has(contextClass);
