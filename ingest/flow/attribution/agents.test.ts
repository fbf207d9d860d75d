import { describe, expect, it } from 'vitest';
import { Collector } from '#ingest/flow/collector.ts';
import { RowSink } from '#ingest/flow/rows/row-sink.ts';
import { emptyDictionary } from '#schemas/application/definition.ts';
import type { AgentEntry } from '#schemas/inventory/collection.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { flows } from '#schemas/table/flows.ts';
import { anExporterInventory, type DecodedFlow } from '#tests/fixtures/flow/a-collector.ts';
import { EXPORT_S, dataSet, encodeU32, netflowV9, templateV9 } from '#tests/fixtures/flow/packet-builder.ts';

const NOW = EXPORT_S * 1_000;
const codec = codecOf(flows);
const agent = (id: number, source: string, change: Partial<AgentEntry> = {}): AgentEntry => ({
  id,
  name: `agent-${String(id)}`,
  customer: 3,
  site: 12,
  source,
  expiresMs: NOW + 1_000,
  network: 1,
  ...change,
});

function collecting(agents: readonly AgentEntry[], network?: number) {
  const seen: DecodedFlow[] = [];
  const sink = new RowSink(({ bytes }) => seen.push(...codec.decode(bytes)));
  const known = (own: readonly AgentEntry[], atMs: number) => ({
    inventory: {
      ...anExporterInventory(),
      collection: {
        networks: new Map([[1, new Map([['127.1.0.1', 21]])]]),
        rules: [],
        repeating: new Set<number>(),
        agents: own,
      },
    },
    dictionary: emptyDictionary,
    network,
    atMs,
  });
  const collector = new Collector(known(agents, NOW), [sink]);
  let sequence = 0;
  return {
    collector,
    change: (own: readonly AgentEntry[], atMs = NOW) => collector.reconfigure(known(own, atMs)),
    /** Customer, site and exporter of a flow that an address sends. */
    send: (address: string, atMs = NOW): readonly number[] | undefined => {
      const set = [templateV9(300, [{ id: 1, length: 4 }]), dataSet(300, [encodeU32(1)])];
      collector.receive(netflowV9({ sequence: (sequence += 1) }, ...set), address, atMs);
      sink.flush();
      const row = seen.splice(0).at(-1);
      return row && [row.customer, row.site, row.exporter];
    },
    unknown: () =>
      collector.unknownExporters.list().map(({ address, agent: name }) => [address, name ?? null]),
  };
}

describe('the flows of an agent', () => {
  it('belong to its customer by the longest prefix of its source, and to the site of its marker', () => {
    const { send, unknown } = collecting([
      agent(1, '10.1.0.0/16', { customer: 4, site: 0 }),
      agent(2, '10.1.2.0/24'),
      agent(3, '2001:db8::/48', { site: 11 }),
    ]);
    expect([send('10.1.2.9'), send('10.1.3.9')]).toEqual([
      [3, 12, 0],
      [4, 0, 0],
    ]);
    expect([send('::ffff:10.1.2.9'), send('2001:db8::5')]).toEqual([
      [3, 12, 0],
      [3, 11, 0],
    ]);
    expect(send('10.2.0.1')).toBeUndefined();
    expect(unknown()).toEqual([['10.2.0.1', null]]);
  });

  it('of a device of the inventory belong to the device', () => {
    const { send } = collecting([agent(1, '127.1.0.0/16')]);
    expect(send('127.1.0.1')).toEqual([3, 11, 21]);
  });

  it('are those of an unknown exporter once it has expired, counted under its name', () => {
    const { send, unknown, change } = collecting([agent(1, '10.1.0.0/16')]);
    expect(send('10.1.0.1', NOW + 999)).toEqual([3, 12, 0]);
    expect([send('10.1.0.1', NOW + 1_000), unknown()]).toEqual([undefined, [['10.1.0.1', 'agent-1']]]);
    change([agent(1, '10.1.0.0/16', { expiresMs: NOW + 9_000 })], NOW + 2_000);
    expect([unknown(), send('10.1.0.1', NOW + 2_000)]).toEqual([[], [3, 12, 0]]);
    change([], NOW + 3_000);
    expect([send('10.1.0.1', NOW + 3_000), unknown()]).toEqual([undefined, [['10.1.0.1', null]]]);
  });

  it('belong to a wider agent when the more specific one has expired', () => {
    const { send } = collecting([
      agent(1, '10.1.0.0/16', { customer: 4, site: 0 }),
      agent(2, '10.1.2.0/24', { expiresMs: NOW }),
    ]);
    expect(send('10.1.2.9')).toEqual([4, 0, 0]);
  });

  it('of another collection sub-network are not accepted', () => {
    expect(collecting([agent(1, '10.1.0.0/16')], 2).send('10.1.0.1')).toBeUndefined();
  });
});
