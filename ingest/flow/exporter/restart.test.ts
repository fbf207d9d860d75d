import { describe, expect, it } from 'vitest';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  dataSet,
  encodeU16,
  encodeU32,
  encodeU8,
  ip,
  ipfix,
  netflowV9,
  optionsTemplateV9,
  templateIpfix,
  templateV9,
} from '#tests/fixtures/flow/packet-builder.ts';

const START_S = Date.UTC(2026, 10, 20, 12) / 1_000;
/** Cells of one flow of 5,000 bytes by element. */
const cells: Readonly<Record<number, Buffer>> = {
  1: encodeU32(5_000),
  2: encodeU32(7),
  4: encodeU8(6),
  7: encodeU16(50_000),
  8: ip('10.11.0.5'),
  11: encodeU16(443),
  12: ip('10.12.0.9'),
};
const layouts = { before: [8, 12, 1, 2, 7, 11, 4], after: [2, 1, 11, 7, 12, 8, 4] } as const;
type Layout = keyof typeof layouts;
const fieldsOf = (layout: Layout) => layouts[layout].map((id) => ({ id, length: cells[id]!.length }));
const flowIn = (layout: Layout): Buffer =>
  dataSet(
    256,
    layouts[layout].map((id) => cells[id]!),
  );
const right = {
  bytes: 5_000n,
  packets: 7n,
  source_port: 50_000,
  destination_port: 443,
  protocol: 6,
  sampling: 1,
};

const rowsOf = (count: number) => Array.from({ length: count }, () => right);

const receivedMs = (second: number): number => (START_S + second) * 1_000 + 40;
/** Sends a datagram of NetFlow v9 in the second in which it is exported. */
const senderV9 =
  (collector: ReturnType<typeof aCollector>, port?: number) =>
  (second: number, [uptimeS, sequence]: readonly [number, number], ...sets: readonly Buffer[]): void => {
    const head = { seconds: START_S + second, uptimeMs: uptimeS * 1_000, sequence };
    collector.send(netflowV9(head, ...sets), receivedMs(second), port);
  };
const senderIpfix =
  (collector: ReturnType<typeof aCollector>, port?: number) =>
  (second: number, sequence: number, ...sets: readonly Buffer[]): void => {
    collector.send(ipfix({ seconds: START_S + second, sequence }, ...sets), receivedMs(second), port);
  };

describe('an exporter that restarts', () => {
  it('by NetFlow v9: its records wait for the new layout of their template', () => {
    const collector = aCollector();
    const send = senderV9(collector);
    send(0, [3_600, 500_000], templateV9(256, fieldsOf('before')), flowIn('before'));
    expect(collector.rows()).toHaveLength(1);
    for (let more = 0; more < 3; more += 1) send(300 + more, [60 + more, 1 + more], flowIn('after'));
    expect(collector.rows()).toHaveLength(1);
    send(303, [63, 4], templateV9(256, fieldsOf('after')), flowIn('after'));
    expect(collector.rows()).toMatchObject(rowsOf(5));
    const { sequence, unknownTemplate } = collector.entry('9.7')!.domain;
    expect({ ...sequence.drain(), unknownTemplate }).toEqual({
      lost: 0,
      duplicates: 0,
      restarts: 1,
      unknownTemplate: 0,
    });
  });

  it('by IPFIX: its records wait for the new layout of their template', () => {
    const collector = aCollector();
    const send = senderIpfix(collector);
    send(0, 500_000, templateIpfix(256, fieldsOf('before')), flowIn('before'));
    for (let more = 0; more < 3; more += 1) send(300 + more, more, flowIn('after'));
    expect(collector.rows()).toHaveLength(1);
    send(303, 3, templateIpfix(256, fieldsOf('after')), flowIn('after'));
    expect(collector.rows()).toMatchObject(rowsOf(5));
    expect(collector.entry('10.7')!.domain.sequence.drain()).toMatchObject({ restarts: 1, lost: 0 });
  });

  it('sends no more for what waits since before', () => {
    const collector = aCollector();
    const send = senderV9(collector);
    send(0, [3_600, 500_000], flowIn('before'));
    send(60, [30, 1], templateV9(256, fieldsOf('after')), flowIn('after'));
    expect(collector.rows()).toMatchObject([right]);
    expect(collector.entry('9.7')!.domain.unknownTemplate).toBe(1);
  });

  it('has records of before rejected that arrive behind the restart', () => {
    const collector = aCollector();
    const send = senderV9(collector);
    send(0, [3_600, 500_000], templateV9(256, fieldsOf('before')));
    send(60, [30, 1], templateV9(256, fieldsOf('after')));
    collector.send(
      netflowV9({ seconds: START_S + 1, uptimeMs: 3_601_000, sequence: 500_001 }, flowIn('before')),
      receivedMs(60),
    );
    expect(collector.rows()).toHaveLength(0);
    expect(collector.entry('9.7')!.traffic.errors).toEqual(new Map([['sent before restart', 1]]));
    send(61, [31, 2], flowIn('after'));
    expect(collector.rows()).toMatchObject([right]);
  });

  it('keeps its templates when a datagram of it is delayed', () => {
    const collector = aCollector();
    const send = senderV9(collector);
    send(0, [3_600, 10], templateV9(256, fieldsOf('before')));
    send(2, [3_602, 12], flowIn('before'));
    send(1, [3_601, 11], flowIn('before'));
    expect(collector.rows()).toMatchObject([right, right]);
  });

  it('has an unknown sampling rate, VRF and interface names until it announces them again', () => {
    const collector = aCollector();
    const send = senderV9(collector);
    const scope = [{ id: 1, length: 4 }];
    const options = [
      optionsTemplateV9(300, scope, [{ id: 34, length: 4 }]),
      optionsTemplateV9(301, scope, [
        { id: 234, length: 4 },
        { id: 236, length: 4 },
      ]),
      optionsTemplateV9(302, scope, [
        { id: 10, length: 4 },
        { id: 82, length: 5 },
      ]),
    ];
    const tables = [
      dataSet(300, [encodeU32(0), encodeU32(100)]),
      dataSet(301, [encodeU32(0), encodeU32(7), Buffer.from('ACME')]),
      dataSet(302, [encodeU32(0), encodeU32(9), Buffer.from('Gi0/0')]),
    ];
    const namesOf = () => ({
      vrfs: [...collector.entry('9.7')!.domain.vrfNames],
      interfaces: collector.collector.exporters.get('127.1.0.1')!.interfaces.entries(),
    });
    const layout = templateV9(256, fieldsOf('before'));
    const announced = { vrfs: [[7, 'ACME']], interfaces: [['Gi0/0', 9]] };
    send(0, [3_600, 500_000], layout, ...options, ...tables, flowIn('before'));
    expect(namesOf()).toEqual(announced);
    send(60, [30, 1], layout, flowIn('before'));
    expect(namesOf()).toEqual({ vrfs: [], interfaces: [] });
    send(61, [31, 2], ...options, ...tables, flowIn('before'));
    expect(namesOf()).toEqual(announced);
    expect(collector.rows().map(({ sampling, bytes }) => [sampling, Number(bytes)])).toEqual([
      [100, 500_000],
      [0, 5_000],
      [100, 500_000],
    ]);
  });
});

describe('two exporters behind one translated address', () => {
  const ports = [40_001, 40_002] as const;

  it('have templates, samplers and sequences of their own by NetFlow v9', () => {
    const collector = aCollector();
    const [one, other] = ports.map((port) => senderV9(collector, port));
    one!(0, [3_600, 500_000], templateV9(256, fieldsOf('before')));
    other!(0, [60, 1], templateV9(256, fieldsOf('after')));
    const rate = optionsTemplateV9(300, [{ id: 1, length: 4 }], [{ id: 34, length: 4 }]);
    other!(0, [60, 2], rate, dataSet(300, [encodeU32(0), encodeU32(10)]));
    for (let more = 1; more <= 30; more += 1) {
      one!(more, [3_600 + more, 500_000 + more], flowIn('before'));
      other!(more, [60 + more, 2 + more], flowIn('after'));
    }
    const sampled = { ...right, bytes: 50_000n, packets: 70n, sampling: 10 };
    expect(collector.rows()).toMatchObject(Array.from({ length: 30 }, () => [right, sampled]).flat());
    for (const port of ports)
      expect(collector.entry('9.7', port)!.domain.sequence.drain()).toEqual({
        lost: 0,
        duplicates: 0,
        restarts: 0,
      });
  });

  it('have templates and sequences of their own by IPFIX, and restart by themselves', () => {
    const collector = aCollector();
    const [one, other] = ports.map((port) => senderIpfix(collector, port));
    one!(0, 500_000, templateIpfix(256, fieldsOf('before')));
    other!(0, 0, templateIpfix(256, fieldsOf('after')));
    for (let more = 1; more <= 10; more += 1) {
      one!(more, 499_999 + more, flowIn('before'));
      other!(more, more - 1, flowIn('after'));
    }
    expect(collector.rows()).toMatchObject(rowsOf(20));
    one!(60, 0, flowIn('after'));
    other!(60, 10, flowIn('after'));
    expect(collector.rows()).toHaveLength(21);
    one!(61, 1, templateIpfix(256, fieldsOf('after')));
    expect(collector.rows()).toMatchObject(rowsOf(22));
    const counts = ports.map((port) => collector.entry('10.7', port)!.domain.sequence.drain());
    expect(counts).toMatchObject([
      { lost: 0, restarts: 1 },
      { lost: 0, restarts: 0 },
    ]);
  });
});
