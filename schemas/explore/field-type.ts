/** How the values of a field of flows are written in a filter, compared and named. */
export type FieldType =
  | 'customer'
  | 'site'
  | 'exporter'
  | 'interface'
  | 'application'
  | 'class'
  | 'address'
  | 'subnet'
  | 'number'
  | 'as'
  | 'country'
  | 'protocol'
  | 'dscp'
  | 'direction'
  | 'way'
  | 'flags'
  | 'text'
  | 'mac';

/** Operators of the filter language; those that begin with `!` or `not` are the opposite of another one. */
export const filterOperators = ['=', '!=', '<', '<=', '>', '>=', '~', '!~', 'in', 'not in'] as const;
export type FilterOperator = (typeof filterOperators)[number];

const equal = ['=', '!=', 'in', 'not in'] as const satisfies readonly FilterOperator[];
const ordered = [...equal, '<', '<=', '>', '>='] as const satisfies readonly FilterOperator[];
/** `~`: the name contains the text, the flags include those that are given. */
const contained = [...equal, '~', '!~'] as const satisfies readonly FilterOperator[];

/** Operators of each type. */
export const operatorsOf: Readonly<Record<FieldType, readonly FilterOperator[]>> = {
  customer: contained,
  site: contained,
  exporter: contained,
  interface: contained,
  application: contained,
  class: contained,
  address: equal,
  subnet: equal,
  number: ordered,
  as: ordered,
  country: equal,
  protocol: equal,
  dscp: equal,
  direction: equal,
  way: equal,
  flags: contained,
  text: contained,
  mac: equal,
};

/** Types whose values are names that only a server knows, or `#` and an id. */
export const namedTypes = [
  'customer',
  'site',
  'exporter',
  'interface',
  'application',
  'class',
] as const satisfies readonly FieldType[];
export type NamedType = (typeof namedTypes)[number];

export const isNamedType = (type: FieldType): type is NamedType => namedTypes.some((named) => named === type);
