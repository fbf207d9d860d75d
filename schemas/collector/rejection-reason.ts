/** Why a collector rejected a datagram, a set or a record; counted per exporter. */
export const rejectionReasons = [
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
  'sent before restart',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

export const isRejectionReason = (text: string): text is RejectionReason =>
  rejectionReasons.some((reason) => reason === text);
