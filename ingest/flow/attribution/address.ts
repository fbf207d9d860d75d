import { isIPv4, isIPv6 } from 'node:net';

/** Normalises `::ffff:192.0.2.1` to 192.0.2.1: a dual-stack socket reports IPv4 senders that way. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address;

export const v4Number = (address: string): number =>
  address.split('.').reduce((value, part) => value * 256 + Number(part), 0);

/** Groups of an IPv6 address in text form, without its zone. */
function groups(address: string): readonly number[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const numbers = (text: string): number[] =>
    text === ''
      ? []
      : text.split(':').flatMap((group) => {
          if (!group.includes('.')) return [Number.parseInt(group, 16)];
          const value = v4Number(group);
          return [Math.floor(value / 65_536), value % 65_536];
        });
  const before = numbers(head);
  const after = tail === undefined ? [] : numbers(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Returns 16 bytes in network order, IPv4 mapped. Throws a RangeError if the text is not an address. */
export function addressBytes(address: string): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  if (isIPv4(address)) {
    view.setUint16(10, 0xffff);
    view.setUint32(12, v4Number(address));
  } else if (isIPv6(address))
    for (const [index, group] of groups(address).entries()) view.setUint16(index * 2, group);
  else throw new RangeError(`${address} is not an IP address`);
  return bytes;
}

const V4_MAPPED = '00000000000000000000ffff';

/** `192.0.2.1`, or 32 hex digits for IPv6. */
export function bytesText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return hex.startsWith(V4_MAPPED) ? bytes.subarray(12).join('.') : hex;
}
