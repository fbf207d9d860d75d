import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { signLicense, type LicenseDraft, type LicenseSigner } from './sign-license.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The authority that the demonstration trusts instead of the vendor's: its key is public, so it proves nothing. */
export const demonstrationAuthority = fileOf('authority.pem');

/** Signs licenses of the demonstration. */
export const demonstrationSigner = (): LicenseSigner & { readonly certificate: string } => ({
  certificate: readFileSync(fileOf('signing.pem'), 'utf8'),
  privateKey: readFileSync(fileOf('signing-key.pem'), 'utf8'),
});

/** A license and its certificate, as the settings take them. */
export function demonstrationLicense(draft: LicenseDraft) {
  const signer = demonstrationSigner();
  return { license: signLicense(draft, signer), certificate: signer.certificate };
}
