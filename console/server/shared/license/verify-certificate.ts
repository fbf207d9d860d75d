import { X509Certificate } from 'node:crypto';
import { LICENSE_KEY_USAGE } from '#schemas/settings/license/license.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';

export type CertificateFault = Extract<ProblemCode, `CERTIFICATE_${string}`>;

export type VerifiedCertificate =
  | { readonly ok: true; readonly certificate: X509Certificate }
  | { readonly ok: false; readonly code: CertificateFault };

const HEADING = '-----BEGIN CERTIFICATE-----';

/** Undefined unless the text is one certificate in PEM: of several, Node would read the first alone. */
function parseCertificate(pem: string): X509Certificate | undefined {
  if (pem.split(HEADING).length !== 2) return undefined;
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Whether the certificate may sign licenses and nothing that signs further certificates. */
const isForLicenses = ({ ca, keyUsage, publicKey }: X509Certificate): boolean =>
  // Node calls the extended key usages `keyUsage`.
  !ca &&
  (keyUsage as readonly string[] | undefined)?.includes(LICENSE_KEY_USAGE) === true &&
  publicKey.asymmetricKeyType === 'ed25519';

const isInForce = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now < validToDate;

/** An authority that is out of date signs nothing any more. */
const isSignedBy = (certificate: X509Certificate, authority: X509Certificate, now: Date): boolean =>
  authority.ca &&
  isInForce(authority, now) &&
  certificate.checkIssued(authority) &&
  certificate.verify(authority.publicKey);

/**
 * Verifies the certificate of a license: that an authority of the vendor signed it, what it may be used for, and its dates (RFC 5280,
 * section 6.1, for a path of one certificate). Authorities come with the product or its configuration, never with the license.
 */
export function verifyCertificate(
  pem: string,
  { authorities, now }: { readonly authorities: readonly X509Certificate[]; readonly now: Date },
): VerifiedCertificate {
  const certificate = parseCertificate(pem);
  if (certificate === undefined) return { ok: false, code: 'CERTIFICATE_UNREADABLE' };
  if (!authorities.some((authority) => isSignedBy(certificate, authority, now)))
    return { ok: false, code: 'CERTIFICATE_SIGNATURE_INVALID' };
  if (!isForLicenses(certificate)) return { ok: false, code: 'CERTIFICATE_UNVERIFIED' };
  if (!isInForce(certificate, now)) return { ok: false, code: 'CERTIFICATE_NOT_IN_FORCE' };
  return { ok: true, certificate };
}

/** SHA-256 of a certificate, as licenses name it. */
export const certificateFingerprint = ({ fingerprint256 }: Pick<X509Certificate, 'fingerprint256'>): string =>
  fingerprint256.replaceAll(':', '').toLowerCase();
