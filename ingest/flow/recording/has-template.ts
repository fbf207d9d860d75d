const V9_HEADER = 20;
const IPFIX_HEADER = 16;
const MIN_SET_BYTES = 4;

/** Whether a NetFlow v9 (RFC 3954 §5) or IPFIX (RFC 7011 §3.3) datagram contains a template or options template set. */
export function hasTemplate(datagram: Uint8Array): boolean {
  if (datagram.length < IPFIX_HEADER) return false;
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.length);
  const version = view.getUint16(0);
  if (version !== 9 && version !== 10) return false;
  const templateSets = version === 9 ? [0, 1] : [2, 3];
  let at = version === 9 ? V9_HEADER : IPFIX_HEADER;
  while (at + MIN_SET_BYTES <= datagram.length) {
    if (templateSets.includes(view.getUint16(at))) return true;
    const length = view.getUint16(at + 2);
    if (length < MIN_SET_BYTES) return false;
    at += length;
  }
  return false;
}
