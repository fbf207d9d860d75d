import type { LicenseTexts } from './license.ts';

/**
 * `missing`: none is stored, nor in the form. `found`: the stored one is that of the license. `edited`: changed in the form, not saved.
 * `not updated`: the license was replaced, or is no longer accepted, and the certificate is the old one.
 */
export type CertificateState = 'missing' | 'found' | 'edited' | 'not updated';

interface StoredTexts extends LicenseTexts {
  /** The stored license is signed by the stored certificate, which the vendor signed. */
  readonly accepted: boolean;
}

/** The state of the certificate in the form. */
export function certificateState(draft: LicenseTexts, stored: StoredTexts | undefined): CertificateState {
  const certificate = draft.certificate.trim();
  const saved = stored?.certificate.trim() ?? '';
  if (certificate !== saved) return certificate === '' ? 'missing' : 'edited';
  if (stored === undefined || saved === '') return 'missing';
  const isReplaced = draft.license.trim() !== stored.license.trim();
  return isReplaced || !stored.accepted ? 'not updated' : 'found';
}
