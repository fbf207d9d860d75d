import { describe, expect, it } from 'vitest';
import { tailLimits, type TailFilter } from '#schemas/debug/tail.ts';
import { aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  EXPORT_S,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { Collector } from '../collector.ts';
import { RowSink } from '../rows/row-sink.ts';
import type { RowsMessage } from '../rows/rows-message.ts';
import { FlowTail } from './flow-tail.ts';

const record = (source: string, bytes: number) =>
  commonRecord({ source, destination: '10.12.0.2', bytes, packets: 2 });

/** The message of a collector with these flows of site 11. */
function messageOf(...records: readonly (readonly Buffer[])[]): RowsMessage {
  const messages: RowsMessage[] = [];
  const sink = new RowSink((message) => messages.push(message));
  const collector = new Collector(aCollectorConfig(), [sink]);
  const datagram = netflowV9({}, templateV9(300, commonFields), dataSet(300, ...records));
  collector.receive(datagram, '127.1.0.1', EXPORT_S * 1_000 + 40);
  sink.flush();
  return messages[0]!;
}

const aTail = (filter: TailFilter = {}, site = 11) => {
  const tail = new FlowTail('one');
  tail.apply({ tail: 't', site, filter, action: 'renew' }, 0);
  return tail;
};
const sourcesOf = (tail: FlowTail, message: RowsMessage) => {
  tail.read(message);
  return tail.drain(0).flatMap(({ flows }) => flows.map(({ source }) => source));
};
const message = messageOf(record('10.11.0.1', 1_500), record('10.11.9.9', 64));

describe('a tail of decoded flows', () => {
  it.each<[string, TailFilter, readonly string[]]>([
    ['all', {}, ['10.11.0.1', '10.11.9.9']],
    ['an address', { address: '10.11.0.1' }, ['10.11.0.1']],
    ['a prefix that ends within a byte', { address: '10.11.8.0/21' }, ['10.11.9.9']],
    ['an address of the other end', { address: '10.12.0.2' }, ['10.11.0.1', '10.11.9.9']],
    ['an IPv6 prefix', { address: '2001:db8::/32' }, []],
    ['a port', { port: 443 }, ['10.11.0.1', '10.11.9.9']],
    ['another port', { port: 53 }, []],
    ['a protocol', { protocol: 17 }, []],
    ['a device', { device: 21 }, ['10.11.0.1', '10.11.9.9']],
    ['another device', { device: 22 }, []],
    ['bytes', { minBytes: 1_000 }, ['10.11.0.1']],
    ['all values together', { minBytes: 1_000, address: '10.11.9.9' }, []],
  ])('has the flows of the site that match %s', (_, filter, sources) => {
    expect(sourcesOf(aTail(filter), message)).toEqual(sources);
  });

  it('has no flows of another site, and costs nothing without a screen', () => {
    expect(sourcesOf(aTail({}, 12), message)).toEqual([]);
    expect(new FlowTail('one').isActive).toBe(false);
  });

  it('shows a limited number a second, and counts the others', () => {
    const tail = aTail();
    for (let count = 0; count < 40; count += 1) tail.read(message);
    const [first] = tail.drain(500);
    expect([first!.flows.length, first!.skipped]).toEqual([tailLimits.rowsPerSecond, 30]);
    tail.read(message);
    expect(tail.drain(1_000)).toMatchObject([{ flows: [], skipped: 2 }]);
    tail.read(message);
    expect(tail.drain(1_500)[0]!.flows).toHaveLength(2);
  });

  it('ends when its server orders it no longer, and at once when it says so', () => {
    const tail = aTail();
    tail.drain(tailLimits.expiryMs);
    expect(tail.isActive).toBe(true);
    tail.apply({ tail: 't', site: 11, filter: {}, action: 'renew' }, tailLimits.expiryMs);
    tail.drain(tailLimits.expiryMs + 1_000);
    expect(tail.isActive).toBe(true);
    tail.drain(2 * tailLimits.expiryMs + 1);
    expect(tail.isActive).toBe(false);
    const other = aTail();
    other.apply({ tail: 't', site: 11, filter: {}, action: 'stop' }, 1);
    expect(other.isActive).toBe(false);
  });

  it('is one of a limited number', () => {
    const tail = new FlowTail('one');
    for (let count = 0; count <= tailLimits.tails; count += 1)
      tail.apply({ tail: `t${String(count)}`, site: 11, filter: {}, action: 'renew' }, 0);
    tail.read(message);
    expect(tail.drain(0)).toHaveLength(tailLimits.tails);
  });
});
