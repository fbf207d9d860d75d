import type { ProblemCode } from '../../problem/catalogue.ts';
import type { TextParameters } from '../../problem/definition.ts';
import type { SamlMapping, SamlSettings } from './saml.ts';

export interface SamlFault {
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: TextParameters;
}

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

function* faultsOfMapping({ type, expected, target }: SamlMapping, path: string): Generator<SamlFault> {
  if (type === 'ALL_CUSTOMERS' && expected === null) yield { path: `${path}.expected`, code: 'REQUIRED' };
  const isTargeted = type === 'ROLE' || type === 'PROFILE';
  if (isTargeted && expected !== null && target === null) yield { path: `${path}.target`, code: 'REQUIRED' };
}

function* missingMappings({ mappings, defaultRole }: SamlSettings): Generator<SamlFault> {
  const mapped = new Set(mappings.map(({ type }) => type));
  if (!mapped.has('CUSTOMER') && !mapped.has('PROFILE'))
    yield { path: 'mappings', code: 'SAML_MAPPING_MISSING', params: { mapping: 'CUSTOMER' } };
  if (!mapped.has('ROLE') && defaultRole === null)
    yield { path: 'mappings', code: 'SAML_MAPPING_MISSING', params: { mapping: 'ROLE' } };
}

/** Returns every fault of the settings. */
export function samlFaults(settings: SamlSettings): readonly SamlFault[] {
  const { extra, mappings, privateKey, publicCertificate } = settings;
  const faults: SamlFault[] = [...missingMappings(settings)];
  if (extra === null && mappings.some(({ source }) => source === 'EXTRA'))
    faults.push({ path: 'extra', code: 'SAML_EXTRA_URL_REQUIRED' });
  if (extra !== null && !isExtraUrl(extra.url)) faults.push({ path: 'extra.url', code: 'URL_INVALID' });
  // Without the certificate the identity provider could not verify signatures.
  if (privateKey !== null && publicCertificate === null)
    faults.push({ path: 'publicCertificate', code: 'REQUIRED' });
  return [
    ...faults,
    ...mappings.flatMap((mapping, at) => [...faultsOfMapping(mapping, `mappings.${String(at)}`)]),
  ];
}

/** Faults found only by the server, which reads certificates and roles. */
export const samlFaultFound = {
  certificateUnreadable: (path: string): SamlFault => ({ path, code: 'CERTIFICATE_UNREADABLE' }),
  certificateNotInForce: (path: string): SamlFault => ({ path, code: 'CERTIFICATE_NOT_IN_FORCE' }),
  privateKeyUnreadable: { path: 'privateKey', code: 'PRIVATE_KEY_UNREADABLE' },
  roleBeyondOwn: (path: string): SamlFault => ({ path, code: 'RIGHTS_EXCEED_OWN' }),
  roleUnknown: { path: 'defaultRole', code: 'INPUT_INVALID' },
} as const satisfies Record<string, SamlFault | ((path: string) => SamlFault)>;
