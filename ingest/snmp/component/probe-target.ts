import { canonicalAddress } from '#schemas/address/address.ts';
import type { SnmpValue } from '../agent/value.ts';
import { trimmedText } from '../request/read-columns.ts';

/** rttMonEchoAdminTargetAddress as text: the address, or the name that a device has instead; empty for none. */
export function targetText(value: SnmpValue | undefined): string {
  if (value?.type !== 'octets') return '';
  const bytes = value.hex === undefined ? Buffer.from(value.value, 'latin1') : Buffer.from(value.hex, 'hex');
  // The bytes of an address may all be printable.
  if (value.hex === undefined && bytes.length !== 4) return trimmedText(value);
  const text =
    bytes.length === 4 ? [...bytes].join('.') : (bytes.toString('hex').match(/.{4}/g) ?? []).join(':');
  return canonicalAddress(text) ?? '';
}
