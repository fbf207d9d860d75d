/** What identifies a device: reported by its agent, or stored in the inventory. Unknown texts are empty. */
export interface DeviceSigns {
  /** sysName; of a device that was never discovered, empty. */
  readonly sysName: string;
  readonly vendor: string;
  /** Serial numbers of its chassis: several in a stack. */
  readonly serials: readonly string[];
  /** Address at which it responds. */
  readonly address: string;
  /** Further addresses that it reports. */
  readonly ownAddresses: readonly string[];
}

/** Texts that agents report as the serial number of hardware that has none, without punctuation. */
const placeholders: ReadonlySet<string> = new Set([
  'NA',
  'NONE',
  'NULL',
  'NIL',
  'UNKNOWN',
  'UNDEFINED',
  'UNSPECIFIED',
  'UNAVAILABLE',
  'EMPTY',
  'INVALID',
  'NOTAVAILABLE',
  'NOTAPPLICABLE',
  'NOTSPECIFIED',
  'NOTSET',
  'NOTDEFINED',
  'NOSERIAL',
  'NOSERIALNUMBER',
  'DEFAULT',
  'DEFAULTSTRING',
  'OEM',
  'SYSTEMSERIALNUMBER',
  'CHASSISSERIALNUMBER',
  'BASEBOARDSERIALNUMBER',
  'SERIAL',
  'SERIALNUMBER',
  'SN',
  'TBD',
  'VIRTUAL',
  'VM',
  '0123456789',
  '123456789',
  '1234567890',
  '12345678',
  '1234567',
  '123456',
  '12345',
  '1234',
  'ABCDEFGH',
]);
/** Vendors use longer ones: fewer letters and digits are a slot, a revision or a leftover. */
const MIN_LETTERS = 4;

/** Returns the serial number for comparisons, empty if the text is a placeholder that many devices share. */
export function realSerial(text: string): string {
  const folded = text.trim().toUpperCase();
  const letters = folded.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const isRepeated = new Set(letters).size <= 1;
  const isForm = letters.startsWith('TOBEFILLED') || placeholders.has(letters);
  return letters.length < MIN_LETTERS || isRepeated || isForm ? '' : folded;
}

/** Whether two names are the same host: regardless of case, with or without its domain. Empty names are unknown. */
export function sameHostName(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .toSorted((first, second) => first.length - second.length);
  return short !== '' && (short === long || long.startsWith(`${short}.`));
}

/** `Cisco` and `Cisco Systems, Inc.` agree; an unknown vendor agrees with each. */
function vendorsAgree(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other]
    .map((vendor) => vendor.trim().toLowerCase())
    .toSorted((first, second) => first.length - second.length);
  return short === '' || (long.startsWith(short) && !/^[\p{L}\p{N}]/u.test(long.slice(short.length)));
}

const serialsOf = ({ serials }: DeviceSigns): readonly string[] =>
  serials.map(realSerial).filter((serial) => serial !== '');

/** Whether a chassis of one is a chassis of the other. Undefined if one of them has no serial number. */
function sharesSerial(one: DeviceSigns, other: DeviceSigns): boolean | undefined {
  const [mine, theirs] = [serialsOf(one), serialsOf(other)];
  if (mine.length === 0 || theirs.length === 0) return undefined;
  return mine.some((serial) => theirs.includes(serial));
}

/** Whether this is the hardware: a serial number is unique per vendor. */
export const sameHardware = (one: DeviceSigns, other: DeviceSigns): boolean =>
  sharesSerial(one, other) === true && vendorsAgree(one.vendor, other.vendor);

/**
 * Whether a device that responds at the address of a known one is that one. With another serial number or vendor the name has to be the
 * same: the chassis was replaced. A device that was never discovered has only what a user wrote, which is no evidence.
 */
export function sameByAddress(found: DeviceSigns, known: DeviceSigns): boolean {
  if (found.address !== known.address) return false;
  const wasDiscovered = known.sysName !== '' || serialsOf(known).length > 0;
  const contradicts = sharesSerial(found, known) === false || !vendorsAgree(found.vendor, known.vendor);
  return !(wasDiscovered && contradicts) || sameHostName(found.sysName, known.sysName);
}

/**
 * Whether a device that responds at another address is the known one, since it reports the known address as its own. Both may not
 * have a serial number, and neither vendor nor name may differ: branches repeat private addresses.
 */
export function sameByOwnAddress(found: DeviceSigns, known: DeviceSigns): boolean {
  const namesAgree =
    found.sysName === '' || known.sysName === '' || sameHostName(found.sysName, known.sysName);
  return (
    found.ownAddresses.includes(known.address) &&
    sharesSerial(found, known) === undefined &&
    vendorsAgree(found.vendor, known.vendor) &&
    namesAgree
  );
}

/**
 * Whether two results of a run are one device that responds at two addresses. Virtual contexts and cloned machines share a serial number
 * under different names: they are two.
 */
export function sameResponder(one: DeviceSigns, other: DeviceSigns): boolean {
  const [mine, theirs] = [one.ownAddresses.includes(other.address), other.ownAddresses.includes(one.address)];
  const namesAgree = one.sysName === other.sysName || sameHostName(one.sysName, other.sysName);
  if (!vendorsAgree(one.vendor, other.vendor)) return false;
  const shares = sharesSerial(one, other);
  return shares === undefined ? namesAgree && mine && theirs : shares && (namesAgree || mine || theirs);
}
