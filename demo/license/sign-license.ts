import { createPrivateKey, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { LicenseContent } from '#schemas/settings/license/license.ts';

/** What a license says, without the certificate that signs it. */
export type LicenseDraft = Omit<LicenseContent, 'certificate' | 'version'>;

export interface LicenseSigner {
  /** PEM, or as parsed. */
  readonly certificate: string | X509Certificate;
  readonly privateKey: string | KeyObject;
}

/** Returns the text of a license: `base64url(JSON).base64url(signature)`. Throws when a field is not valid. */
export function signLicense(draft: LicenseDraft, { certificate, privateKey }: LicenseSigner): string {
  const x509 = typeof certificate === 'string' ? new X509Certificate(certificate) : certificate;
  const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
  const fingerprint = x509.fingerprint256.replaceAll(':', '').toLowerCase();
  const content = LicenseContent.parse({ version: 1, ...draft, certificate: fingerprint });
  const bytes = Buffer.from(JSON.stringify(content));
  return `${bytes.toString('base64url')}.${sign(null, bytes, key).toString('base64url')}`;
}
