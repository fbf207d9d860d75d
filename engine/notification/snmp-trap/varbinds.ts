import snmp, { type Varbind } from 'net-snmp';
import { trapNotifications, trapObjects, type Syntax, type TrapObjectName } from './objects.ts';
import type { Trap } from './trap-values.ts';

const { Counter64, Integer, OctetString, Unsigned32 } = snmp.ObjectType;
const types: Readonly<Record<Syntax, number>> = {
  Integer32: Integer,
  TtSeverity: Integer,
  TtState: Integer,
  Unsigned32,
  SnmpAdminString: OctetString,
  TtEventList: OctetString,
  DateAndTime: OctetString,
  CounterBasedGauge64: Counter64,
};

/** SnmpAdminString (RFC 3411) has 255 octets at most. */
const MAX_STRING_OCTETS = 255;
/** Below the MTU of any path, with room for the SNMP v3 header with authentication and privacy. */
const MAX_VARBINDS_OCTETS = 1_200;
/** Tags, lengths and an integer or date next to the object identifier. */
const VARBIND_OVERHEAD_OCTETS = 18;

/** Truncates a text to whole UTF-8 characters. */
export function shorten(text: string, octets: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= octets) return text;
  let end = Math.max(octets, 0);
  // A continuation byte starts with 10: the character before the cut is incomplete.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

const sizeOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/** Maximum length of each text so that all fit together: short texts leave their room to long ones. */
function longest(texts: readonly string[], octets: number): number {
  for (let most = MAX_STRING_OCTETS; most > 0; most -= 1)
    if (texts.reduce((sum, text) => sum + Math.min(sizeOf(text), most), 0) <= octets) return most;
  return 0;
}

const isText = (name: TrapObjectName): boolean => trapObjects[name].syntax === 'SnmpAdminString';

/** The varbinds of a trap, with texts truncated so that the packet stays below 1,400 octets. */
export function varbindsOf({ name, values }: Trap, enterprise: string): readonly Varbind[] {
  const { objects } = trapNotifications[name];
  const oid = (object: TrapObjectName): string => `${enterprise}.1.${String(trapObjects[object].number)}.0`;
  const listed = sizeOf(String(values.ttGroupEvents ?? ''));
  const fixed = objects.reduce(
    (sum, object) => sum + oid(object).length / 2 + VARBIND_OVERHEAD_OCTETS,
    listed,
  );
  const texts = objects.filter(isText).map((object) => String(values[object] ?? ''));
  const most = longest(texts, MAX_VARBINDS_OCTETS - fixed);
  return objects.map((object) => {
    const value = values[object] ?? '';
    return {
      oid: oid(object),
      type: types[trapObjects[object].syntax],
      value: isText(object) ? shorten(String(value), most) : value,
    };
  });
}

export const trapOid = ({ name }: Trap, enterprise: string): string =>
  `${enterprise}.0.${String(trapNotifications[name].number)}`;
