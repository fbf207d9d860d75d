import { z } from 'zod';

export const identityProperties = [
  'ROLE',
  'PROFILE',
  'CUSTOMER',
  'USERNAME',
  'FIRSTNAME',
  'LASTNAME',
  'EMAIL',
  'ALL_CUSTOMERS',
] as const;

/** Properties of which a user can have several values. */
export const listedProperties: readonly IdentityMapping['type'][] = [
  'ROLE',
  'PROFILE',
  'CUSTOMER',
  'ALL_CUSTOMERS',
];

/** Separators of a list in one value, such as `noc,staff`. A space is any white space. */
export const valueSeparators = { COMMA: ',', SEMICOLON: ';', PIPE: '|', SPACE: ' ' } as const;
export type ValueSeparator = keyof typeof valueSeparators;

/** Mappings of an identity provider: longer lists are rejected. */
export const MAX_MAPPINGS = 100;

/** A name or value in the settings of an identity provider. */
export const ProviderText = z.string().trim().min(1, 'REQUIRED').max(1_000, 'TOO_LONG');

/** Source and meaning of a user property, from one of the sources of a protocol. */
export const identityMapping = <const Source extends string>(sources: readonly Source[]) =>
  z.strictObject({
    type: z.enum(identityProperties),
    source: z.enum(sources),
    /** Name of an attribute or claim, or a JSON path: `user.groups[0].name`. `nameID` is the subject of a SAML assertion. */
    path: ProviderText,
    /** The mapping applies if a value equals this; null: the value itself names the role, profile or customer. */
    expected: ProviderText.nullable(),
    /** With an expected value: the mapped role or profile. */
    target: ProviderText.nullable(),
    /** How the value or target identifies a role, profile or customer. Names are case-sensitive. */
    by: z.enum(['name', 'id']),
    /** Splits each value of a role, profile, customer or of all customers. Null: a value is one. Absent in older settings. */
    separator: z.enum(['COMMA', 'SEMICOLON', 'PIPE', 'SPACE']).nullable().default(null),
  });

/** A mapping of any protocol. */
export interface IdentityMapping {
  readonly type: (typeof identityProperties)[number];
  readonly source: string;
  readonly path: string;
  readonly expected: string | null;
  readonly target: string | null;
  readonly by: 'name' | 'id';
  readonly separator: ValueSeparator | null;
}

/** The part of the settings that maps what a provider states about a user. */
export interface IdentityMappings {
  readonly mappings: readonly IdentityMapping[];
  readonly defaultRole: number | null;
}
