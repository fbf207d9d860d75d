/** Why a datagram, a set or a record was not taken; counted per exporter. */
export type Reason =
  | 'datagram too short'
  | 'version unknown'
  | 'length wrong'
  | 'set too short'
  | 'template truncated'
  | 'template too large'
  | 'template without fields'
  | 'record truncated'
  | 'too many domains';
