/**
 * One field of a template: IPFIX information element or NetFlow v9 field type, which share their numbers below 32768.
 */
export interface TemplateField {
  readonly id: number;
  /** Private enterprise number, 0 for IANA. */
  readonly enterprise: number;
  /** Bytes; 65535 means variable length (RFC 7011 §7). */
  readonly length: number;
}

export interface FlowTemplate {
  readonly id: number;
  readonly fields: readonly TemplateField[];
  /** Number of leading scope fields; 0 for a flow template. */
  readonly scopes: number;
}

export const VARIABLE_LENGTH = 65_535;

/** More than any exporter sends. Bounds the cost of one template. */
export const MAX_FIELDS = 512;
/** A record cannot be longer than a datagram. */
export const MAX_RECORD_BYTES = 65_535;

/** Minimum record length: a variable-length field takes at least its length byte. */
export const minRecordBytes = ({ fields }: FlowTemplate): number =>
  fields.reduce((sum, { length }) => sum + (length === VARIABLE_LENGTH ? 1 : length), 0);

export const isVariable = ({ fields }: FlowTemplate): boolean =>
  fields.some(({ length }) => length === VARIABLE_LENGTH);

/** Returns the reason to reject a template, undefined if it is valid. Records without bytes would never end. */
export function templateFault(
  template: FlowTemplate,
): 'template too large' | 'template without fields' | undefined {
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
