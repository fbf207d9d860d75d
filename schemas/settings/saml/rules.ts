import { mappingFaults, type ProviderFault } from '../identity/rules.ts';
import type { SamlSettings } from './saml.ts';

/** The placeholder is allowed in path and query only: in the host it would let users choose the server to call. */
export function extraUrlOf(template: string, username: string): string {
  return template.replaceAll('{username}', encodeURIComponent(username));
}

function isExtraUrl(template: string): boolean {
  const [one, other] = ['a', 'b'].map((username) => extraUrlOf(template, username));
  if (one === undefined || other === undefined || !URL.canParse(one) || !URL.canParse(other)) return false;
  const { protocol, origin, username } = new URL(one);
  return /^https?:$/.test(protocol) && username === '' && origin === new URL(other).origin;
}

/** Returns every fault of the settings. */
export function samlFaults(settings: SamlSettings): readonly ProviderFault[] {
  const { extra, mappings, privateKey, publicCertificate } = settings;
  const faults: ProviderFault[] = [...mappingFaults(settings)];
  if (extra === null && mappings.some(({ source }) => source === 'EXTRA'))
    faults.push({ path: 'extra', code: 'SAML_EXTRA_URL_REQUIRED' });
  if (extra !== null && !isExtraUrl(extra.url)) faults.push({ path: 'extra.url', code: 'URL_INVALID' });
  // Without the certificate the identity provider could not verify signatures.
  if (privateKey !== null && publicCertificate === null)
    faults.push({ path: 'publicCertificate', code: 'REQUIRED' });
  return faults;
}

/** Faults found only by the server, which reads certificates. */
export const samlFaultFound = {
  certificateUnreadable: (path: string): ProviderFault => ({ path, code: 'CERTIFICATE_UNREADABLE' }),
  certificateNotInForce: (path: string): ProviderFault => ({ path, code: 'CERTIFICATE_NOT_IN_FORCE' }),
  privateKeyUnreadable: { path: 'privateKey', code: 'PRIVATE_KEY_UNREADABLE' },
} as const satisfies Record<string, ProviderFault | ((path: string) => ProviderFault)>;
