import { dimension, isInRollups, type DimensionId } from '../fields.ts';

/**
 * What is compared, in the order in which equal findings are named: an application before its port, a site pair before its hosts. Two
 * dimensions are compared together where only both say something.
 */
const changeDimensions = {
  application: ['application'],
  'site-pair': ['source-site', 'destination-site'],
  'source-site': ['source-site'],
  'destination-site': ['destination-site'],
  user: ['user'],
  'source-address': ['source-address'],
  'destination-address': ['destination-address'],
  client: ['client'],
  'source-port': ['source-port'],
  'destination-port': ['destination-port'],
  'source-as': ['source-as'],
  'destination-as': ['destination-as'],
  exporter: ['exporter'],
  'in-interface': ['in-interface'],
  'out-interface': ['out-interface'],
  class: ['class'],
  dscp: ['dscp'],
  protocol: ['protocol'],
  vlan: ['vlan'],
  vrf: ['vrf'],
} as const satisfies Readonly<Record<string, readonly DimensionId[]>>;

export type ChangeDimensionId = keyof typeof changeDimensions;
export const changeDimensionIds = Object.keys(changeDimensions) as ChangeDimensionId[];

/** The fields of a dimension. */
export const fieldsOfChange = (id: ChangeDimensionId): readonly DimensionId[] => changeDimensions[id];

/** Place among equal findings: lower ones are named first. */
export const preferenceOf = (id: ChangeDimensionId): number => changeDimensionIds.indexOf(id);

export const isChangeInRollups = (id: ChangeDimensionId): boolean => fieldsOfChange(id).every(isInRollups);

/** Types whose 0 or empty text means that exporters do not send the field: no finding. */
const emptyTypes: ReadonlySet<string> = new Set(['as', 'text', 'address', 'class', 'interface', 'exporter']);
const emptyValues: ReadonlySet<string> = new Set(['0', '', '::']);
const emptyFields: ReadonlySet<DimensionId> = new Set(['vlan', 'vrf', 'source-port', 'destination-port']);

/** Whether a value says that a flow has none. */
export function isUnset(id: ChangeDimensionId, values: readonly string[]): boolean {
  const fields = fieldsOfChange(id);
  return fields.every(
    (field, place) =>
      (emptyTypes.has(dimension(field).type) || emptyFields.has(field)) &&
      emptyValues.has(values[place] ?? ''),
  );
}
