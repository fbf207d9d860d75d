import type { ProblemCode } from '../../problem/catalogue.ts';
import type { TextParameters } from '../../problem/definition.ts';
import type { IdentityMapping, IdentityMappings } from './mapping.ts';

/** A fault in the settings of an identity provider. */
export interface ProviderFault {
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: TextParameters;
}

function* faultsOfMapping(
  { type, expected, target }: IdentityMapping,
  path: string,
): Generator<ProviderFault> {
  if (type === 'ALL_CUSTOMERS' && expected === null) yield { path: `${path}.expected`, code: 'REQUIRED' };
  const isTargeted = type === 'ROLE' || type === 'PROFILE';
  if (isTargeted && expected !== null && target === null) yield { path: `${path}.target`, code: 'REQUIRED' };
}

function* missingMappings({ mappings, defaultRole }: IdentityMappings): Generator<ProviderFault> {
  const mapped = new Set(mappings.map(({ type }) => type));
  if (!mapped.has('CUSTOMER') && !mapped.has('PROFILE'))
    yield { path: 'mappings', code: 'SAML_MAPPING_MISSING', params: { mapping: 'CUSTOMER' } };
  if (!mapped.has('ROLE') && defaultRole === null)
    yield { path: 'mappings', code: 'SAML_MAPPING_MISSING', params: { mapping: 'ROLE' } };
}

/** Returns every fault of the mappings: what is missing among them, then those of each. */
export const mappingFaults = (settings: IdentityMappings): readonly ProviderFault[] => [
  ...missingMappings(settings),
  ...settings.mappings.flatMap((mapping, at) => [...faultsOfMapping(mapping, `mappings.${String(at)}`)]),
];

/** Faults of the assigned roles, found only by the server, which reads them. */
export const roleFaultFound = {
  exceedsOwn: (path: string): ProviderFault => ({ path, code: 'RIGHTS_EXCEED_OWN' }),
  unknown: { path: 'defaultRole', code: 'INPUT_INVALID' },
} as const satisfies Record<string, ProviderFault | ((path: string) => ProviderFault)>;
