/** Encodes milliseconds since 1970 as the 11 octets of a DateAndTime (RFC 2579) in UTC. */
export function dateAndTime(atMs: number): Buffer {
  // oxlint-disable-next-line no-restricted-globals -- formats a given time, reads no clock
  const at = new Date(atMs);
  const octets = Buffer.alloc(11);
  octets.writeUInt16BE(at.getUTCFullYear(), 0);
  const afterYear = [
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
    Math.floor(at.getUTCMilliseconds() / 100),
    '+'.charCodeAt(0),
    0,
    0,
  ];
  octets.set(afterYear, 2);
  return octets;
}
