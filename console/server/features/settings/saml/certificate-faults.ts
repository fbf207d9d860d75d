import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { ProviderFault } from '#schemas/settings/identity/rules.ts';
import { samlFaultFound } from '#schemas/settings/saml/rules.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';

/** `next`: valid from a later time. */
type Validity = 'next' | 'in force' | 'expired' | 'unreadable';

function validityOf(pem: string, now: Date): Validity {
  try {
    const { validFromDate, validToDate } = new X509Certificate(pem);
    if (now >= validToDate) return 'expired';
    return now < validFromDate ? 'next' : 'in force';
  } catch {
    return 'unreadable';
  }
}

/**
 * Certificates of the identity provider that signatures are verified with: each while it is valid. The next one waits for its first
 * moment, so that the provider can change keys at any time of its validity.
 */
export const certificatesInForce = (
  { certificates }: Pick<SamlSettings, 'certificates'>,
  now: Date,
): readonly string[] => certificates.filter((pem) => validityOf(pem, now) === 'in force');

function providerFaults({ certificates }: SamlSettings, now: Date): readonly ProviderFault[] {
  const found = certificates.map((pem) => validityOf(pem, now));
  const faults = found.flatMap((validity, at) => {
    const path = `certificates.${String(at)}`;
    if (validity === 'unreadable') return [samlFaultFound.certificateUnreadable(path)];
    return validity === 'expired' ? [samlFaultFound.certificateNotInForce(path)] : [];
  });
  if (faults.length > 0 || found.includes('in force')) return faults;
  return [samlFaultFound.certificateNotInForce('certificates.0')];
}

function ownFaults({ publicCertificate }: SamlSettings, now: Date): readonly ProviderFault[] {
  if (publicCertificate === null) return [];
  const validity = validityOf(publicCertificate, now);
  if (validity === 'in force') return [];
  return validity === 'unreadable'
    ? [samlFaultFound.certificateUnreadable('publicCertificate')]
    : [samlFaultFound.certificateNotInForce('publicCertificate')];
}

function keyFault({ privateKey, publicCertificate }: SamlSettings): readonly ProviderFault[] {
  if (privateKey === null || publicCertificate === null) return [];
  try {
    const key = createPrivateKey(privateKey);
    if (new X509Certificate(publicCertificate).checkPrivateKey(key)) return [];
  } catch {
    // An unreadable key and a key that does not match are reported alike.
  }
  return [samlFaultFound.privateKeyUnreadable];
}

/**
 * Certificates and keys that cannot be used. One certificate of the identity provider must be valid now, others may become valid
 * later.
 */
export const certificateFaults = (settings: SamlSettings, now: Date): readonly ProviderFault[] => [
  ...providerFaults(settings, now),
  ...ownFaults(settings, now),
  ...keyFault(settings),
];

/** What a certificate states, for display. Null: it cannot be read. */
export function certificateFactsOf(
  pem: string,
): { readonly subject: string; readonly fromMs: number; readonly toMs: number } | null {
  try {
    const { subject, validFromDate, validToDate } = new X509Certificate(pem);
    return {
      subject: subject.replaceAll('\n', ', '),
      fromMs: validFromDate.getTime(),
      toMs: validToDate.getTime(),
    };
  } catch {
    return null;
  }
}
