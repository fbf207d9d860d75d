import { compareOids } from './agent-value.ts';
import type { Oid } from '#platform/ber/ber.ts';
import type { Mib } from './mib.ts';
import { readRequest, writeResponse, type Binding, type RequestPdu } from './snmp-message.ts';

/** A response stays below what UDP carries without trouble on loopback. */
const MOST_BINDINGS = 1_000;

/** Place of the first object at or after `oid`. */
function placeOf({ oids }: Mib, oid: Oid): number {
  let low = 0;
  let high = oids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareOids(oids[middle] ?? [], oid) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isAt = ({ oids }: Mib, at: number, oid: Oid): boolean => {
  const found = oids[at];
  return found !== undefined && compareOids(found, oid) === 0;
};

const get =
  (mib: Mib, t: number) =>
  (oid: Oid): Binding => {
    const at = placeOf(mib, oid);
    return { oid, value: isAt(mib, at, oid) ? mib.read(at, t) : { type: 'noSuchInstance' } };
  };

const getNext =
  (mib: Mib, t: number) =>
  (oid: Oid): Binding => {
    const place = placeOf(mib, oid);
    const at = isAt(mib, place, oid) ? place + 1 : place;
    const found = mib.oids[at];
    return found === undefined
      ? { oid, value: { type: 'endOfMibView' } }
      : { oid: found, value: mib.read(at, t) };
  };

/** RFC 3416 §4.2.3: the first `nonRepeaters` once, the others row by row. */
function getBulk(
  mib: Mib,
  t: number,
  { oids, nonRepeaters, maxRepetitions }: RequestPdu,
): readonly Binding[] {
  const next = getNext(mib, t);
  const once = Math.max(0, Math.min(nonRepeaters, oids.length));
  const bindings = oids.slice(0, once).map(next);
  let row = oids.slice(once);
  for (let turn = 0; turn < maxRepetitions && row.length > 0 && bindings.length < MOST_BINDINGS; turn++) {
    const found = row.map(next);
    bindings.push(...found);
    if (found.every(({ value }) => value.type === 'endOfMibView')) break;
    row = found.map(({ oid }) => oid);
  }
  return bindings;
}

/** What an agent of v2 returns at `t` seconds after the origin. */
export function bindingsOf(mib: Mib, t: number, request: RequestPdu): readonly Binding[] {
  switch (request.kind) {
    case 'get':
      return request.oids.map(get(mib, t));
    case 'get next':
      return request.oids.map(getNext(mib, t));
    case 'get bulk':
      return getBulk(mib, t, request);
  }
}

/**
 * An agent of SNMP v2c. Its response at `t` seconds after the origin, undefined when it keeps silent (malformed, other
 * version, wrong community).
 */
export const snmpAgent =
  (mib: Mib, community: string) =>
  (datagram: Uint8Array, t: number): Uint8Array | undefined => {
    const request = readRequest(datagram);
    if (request === undefined || Buffer.from(request.community).toString() !== community) return undefined;
    return writeResponse(request, { bindings: bindingsOf(mib, t, request) });
  };
