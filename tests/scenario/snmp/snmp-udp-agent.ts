import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { element, tags, writeInteger, writeOctets, writeOid, writeValue } from '#bench/fleet/snmp/ber.ts';
import type { Oid } from '#bench/fleet/snmp/ber.ts';
import { snmpAgent } from '#bench/fleet/snmp/snmp-agent.ts';
import { readRequest } from '#bench/fleet/snmp/snmp-message.ts';
import type { Binding, Request } from '#bench/fleet/snmp/snmp-message.ts';
import type { Value } from '#bench/fleet/snmp/ber.ts';

export const COMMUNITY = 'in-test';

export const oidOf = (text: string): Oid => text.split('.').map(Number);
export const textOf = (oid: Oid): string => oid.join('.');

export type Table = ReadonlyMap<string, Value>;

/** A response with any error status, bindings, request id and community. */
export function response(
  request: Request,
  {
    bindings = [],
    status = 0,
    index = 0,
    id = request.id,
    community = request.community,
  }: {
    bindings?: readonly Binding[];
    status?: number;
    index?: number;
    id?: number;
    community?: Uint8Array;
  },
): Uint8Array {
  const list = bindings.map(({ oid, value }) => element(tags.sequence, writeOid(oid), writeValue(value)));
  const head = [id, status, index].map(writeInteger);
  const pdu = element(0xa2, ...head, element(tags.sequence, ...list));
  return Uint8Array.from(element(tags.sequence, writeInteger(1), writeOctets(community), pdu));
}

/** The system group and ports of these names, in the order of their indexes from 1. */
export function portTable(names: readonly string[], ticks = 100_000): Table {
  const table = new Map<string, Value>();
  const ifEntry = '1.3.6.1.2.1.2.2.1';
  const ifxEntry = '1.3.6.1.2.1.31.1.1.1';
  table.set('1.3.6.1.2.1.1.3.0', { type: 'timeTicks', value: ticks });
  for (const [at, name] of names.entries()) {
    const index = String(at + 1);
    const value = (at + 1) * 1_000;
    table.set(`${ifEntry}.5.${index}`, { type: 'gauge32', value: 4_294_967_295 });
    for (const column of [7, 8])
      table.set(`${ifEntry}.${String(column)}.${index}`, { type: 'integer', value: 1 });
    for (const column of [13, 14, 19, 20])
      table.set(`${ifEntry}.${String(column)}.${index}`, { type: 'counter32', value });
    table.set(`${ifxEntry}.1.${index}`, { type: 'octets', value: name });
    for (let column = 6; column <= 13; column += 1)
      table.set(`${ifxEntry}.${String(column)}.${index}`, { type: 'counter64', value });
    table.set(`${ifxEntry}.15.${index}`, { type: 'gauge32', value: 10_000 });
    table.set(`${ifxEntry}.19.${index}`, { type: 'timeTicks', value: 7 });
  }
  return table;
}

/** Answers a table as an honest agent does. */
export function honest(table: Table): (datagram: Uint8Array) => Uint8Array | undefined {
  const sorted = [...table].map(([oid, value]) => ({ oid: oidOf(oid), value }));
  sorted.sort((one, other) => compare(one.oid, other.oid));
  const answer = snmpAgent(
    {
      oids: sorted.map(({ oid }) => oid),
      read: (at) => sorted[at]?.value ?? { type: 'endOfMibView' },
    },
    COMMUNITY,
  );
  return (datagram) => answer(datagram, 0);
}

function compare(one: Oid, other: Oid): number {
  for (let at = 0; at < Math.min(one.length, other.length); at += 1) {
    const difference = one[at]! - other[at]!;
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

export interface Answering {
  readonly datagram: Uint8Array;
  readonly request: Request;
  /** Sends from the agent's own address. */
  readonly reply: (message: Uint8Array) => void;
  /** Sends from another port. */
  readonly replyFromElsewhere: (message: Uint8Array) => void;
}

/** A UDP socket on loopback that answers as it is told. */
export async function startUdpAgent(answer: (answering: Answering) => void) {
  const [socket, elsewhere] = [createSocket('udp4'), createSocket('udp4')];
  const behaviour = { answer };
  socket.on('message', (datagram, { port, address }) => {
    const request = readRequest(datagram);
    if (request === undefined) throw new Error('the poller sent no SNMP request');
    behaviour.answer({
      datagram,
      request,
      reply: (message) => socket.send(message, port, address),
      replyFromElsewhere: (message) => elsewhere.send(message, port, address),
    });
  });
  elsewhere.bind(0, '127.0.0.1');
  socket.bind(0, '127.0.0.1');
  await Promise.all([once(socket, 'listening'), once(elsewhere, 'listening')]);
  return {
    port: socket.address().port,
    behaviour,
    close() {
      socket.close();
      elsewhere.close();
    },
  };
}
