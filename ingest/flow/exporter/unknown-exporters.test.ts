import { describe, expect, it } from 'vitest';
import { aCollector, aCollectorConfig } from '#tests/fixtures/flow/a-collector.ts';
import {
  commonFields,
  commonRecord,
  dataSet,
  netflowV9,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';
import { UnknownExporters } from './unknown-exporters.ts';

const record = commonRecord({ source: '10.11.0.5', destination: '10.12.0.9', bytes: 5_000, packets: 7 });
const datagram = netflowV9({ domain: 4 }, templateV9(256, commonFields), dataSet(256, record));

describe('an exporter that the inventory does not know', () => {
  it('is counted and listed, and its flows are not stored', () => {
    const { collector, rows } = aCollector();
    collector.receive(datagram, '::ffff:192.0.2.99', 1_000);
    collector.receive(datagram, '::ffff:192.0.2.99', 2_000);
    expect(rows()).toHaveLength(0);
    expect(collector.unknownExporters.list()).toEqual([
      {
        address: '192.0.2.99',
        protocol: 'NetFlow v9',
        domain: 4,
        packets: 2,
        records: 4,
        firstSeen: 1_000,
        lastSeen: 2_000,
      },
    ]);
  });

  it('leaves the list when it is added to the inventory, and its flows are stored from then on', () => {
    const { collector, rows } = aCollector();
    collector.receive(datagram, '192.0.2.99', 1_000);
    collector.reconfigure(aCollectorConfig('192.0.2.99'));
    collector.receive(datagram, '192.0.2.99', 2_000);
    expect(collector.unknownExporters.list()).toEqual([]);
    expect(rows()).toHaveLength(1);
  });

  it('evicts the one not seen for longest above ten thousand', () => {
    const unknown = new UnknownExporters();
    for (let address = 0; address < 10_500; address += 1) {
      unknown.observe({ address: `10.0.0.${String(address)}` }, datagram, address);
      unknown.observe({ address: '192.0.2.1' }, datagram, address);
    }
    const addresses = unknown.list().map(({ address }) => address);
    expect(addresses).toHaveLength(10_000);
    expect(addresses).toEqual(expect.arrayContaining(['192.0.2.1', '10.0.0.10499']));
    expect(addresses).not.toContain('10.0.0.500');
    expect([unknown.drainEvicted(), unknown.drainEvicted()]).toEqual([501, 0]);
  });

  it('expires a day after its last datagram', () => {
    const unknown = new UnknownExporters();
    unknown.observe({ address: '192.0.2.1' }, datagram, 1);
    unknown.observe({ address: '192.0.2.2' }, datagram, 86_400_002);
    expect(unknown.list().map(({ address }) => address)).toEqual(['192.0.2.2']);
    expect(unknown.drainEvicted()).toBe(0);
  });

  it('is among the newest entries of a limited reply', () => {
    const unknown = new UnknownExporters();
    for (let address = 0; address < 10; address += 1)
      unknown.observe({ address: `10.0.0.${String(address)}` }, datagram, address);
    expect(unknown.newest(2).map(({ address }) => address)).toEqual(['10.0.0.9', '10.0.0.8']);
  });
});
