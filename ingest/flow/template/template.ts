/** One field of a template: IPFIX information element or NetFlow v9 field type, which share their numbers below 32768. */
export interface TemplateField {
  readonly id: number;
  /** Private enterprise number, 0 for IANA's elements. */
  readonly enterprise: number;
  /** Bytes; 65535 stands for variable length (RFC 7011 §7). */
  readonly length: number;
}

export interface FlowTemplate {
  readonly id: number;
  readonly fields: readonly TemplateField[];
  /** Fields at the beginning that say what the options are about; 0 for a template of flows. */
  readonly scopes: number;
}

export const VARIABLE_LENGTH = 65_535;

/** More fields than any exporter has; bounds what one template costs. */
export const MAX_FIELDS = 512;
/** A record longer than a datagram cannot come. */
export const MAX_RECORD_BYTES = 65_535;

/** The least bytes of a record: a field of variable length takes at least its length byte. */
export const minRecordBytes = ({ fields }: FlowTemplate): number =>
  fields.reduce((sum, { length }) => sum + (length === VARIABLE_LENGTH ? 1 : length), 0);

export const isVariable = ({ fields }: FlowTemplate): boolean =>
  fields.some(({ length }) => length === VARIABLE_LENGTH);

/** Why a template is refused, undefined when it is fine. A record without bytes would never end. */
export function templateFault(template: FlowTemplate): 'template too large' | 'template without fields' | undefined {
  if (template.fields.length > MAX_FIELDS || minRecordBytes(template) > MAX_RECORD_BYTES)
    return 'template too large';
  return minRecordBytes(template) === 0 ? 'template without fields' : undefined;
}

export const isSameTemplate = (one: FlowTemplate, other: FlowTemplate): boolean =>
  one.scopes === other.scopes &&
  one.fields.length === other.fields.length &&
  one.fields.every(({ id, enterprise, length }, at) => {
    const field = other.fields[at];
    return (
      field !== undefined && field.id === id && field.enterprise === enterprise && field.length === length
    );
  });
