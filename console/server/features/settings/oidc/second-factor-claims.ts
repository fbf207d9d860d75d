/** Two factors were used, as the REFEDS MFA profile defines them. */
const REFEDS_MFA = 'https://refeds.org/profile/mfa';

/**
 * Whether an ID token states that the user was authenticated with two factors: the method `mfa` (RFC 8176, 2) or the class of REFEDS. An
 * unknown class proves nothing.
 */
export function provesTwoFactors(claims: Readonly<Record<string, unknown>>): boolean {
  const { amr, acr } = claims;
  return (Array.isArray(amr) && amr.includes('mfa')) || acr === REFEDS_MFA;
}
