import { createPrivateKey, X509Certificate } from 'node:crypto';
import { samlFaultFound } from '#schemas/settings/saml/rules.ts';
import type { SamlFault } from '#schemas/settings/saml/rules.ts';
import type { SamlSettings } from '#schemas/settings/saml/saml.ts';

function faultOf(pem: string, path: string, now: Date): readonly SamlFault[] {
  try {
    const { validFromDate, validToDate } = new X509Certificate(pem);
    const isInForce = validFromDate <= now && now < validToDate;
    return isInForce ? [] : [samlFaultFound.certificateNotInForce(path)];
  } catch {
    return [samlFaultFound.certificateUnreadable(path)];
  }
}

function keyFault({ privateKey, publicCertificate }: SamlSettings): readonly SamlFault[] {
  if (privateKey === null || publicCertificate === null) return [];
  try {
    const key = createPrivateKey(privateKey);
    if (new X509Certificate(publicCertificate).checkPrivateKey(key)) return [];
  } catch {
    // An unreadable key and a key that does not match are reported alike.
  }
  return [samlFaultFound.privateKeyUnreadable];
}

/** Certificates and keys that cannot be used now. */
export const certificateFaults = (settings: SamlSettings, now: Date): readonly SamlFault[] => [
  ...settings.certificates.flatMap((pem, at) => faultOf(pem, `certificates.${String(at)}`, now)),
  ...(settings.publicCertificate === null
    ? []
    : faultOf(settings.publicCertificate, 'publicCertificate', now)),
  ...keyFault(settings),
];
