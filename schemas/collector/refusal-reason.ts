/** Why a collector rejected a datagram, a set or a record; counted per exporter. */
export const refusalReasons = [
  'datagram too short',
  'version unknown',
  'length wrong',
  'set too short',
  'set id reserved',
  'template truncated',
  'template too large',
  'template without fields',
  'record truncated',
  'too many domains',
  'too many templates',
  'too many names',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const isRefusalReason = (text: string): text is RefusalReason =>
  refusalReasons.some((reason) => reason === text);
