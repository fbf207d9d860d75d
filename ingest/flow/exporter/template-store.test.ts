import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBus } from '#platform/bus/bus.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import { silentLog } from '#platform/log/log.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { aCollector } from '#tests/fixtures/flow/a-collector.ts';
import {
  EXPORT_S,
  dataSet,
  netflowV9,
  optionsTemplateV9,
  templateV9,
  encodeU32,
} from '#tests/fixtures/flow/packet-builder.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import { TemplateStore } from './template-store.ts';

let broker: Awaited<ReturnType<typeof openBusOnly>>;
let bucket: Bucket;

beforeAll(async () => {
  broker = await openBusOnly();
  bucket = await broker.bus.bucket(buckets.templates);
});
afterAll(() => broker.close());

const restarted = async () => {
  const store = new TemplateStore(bucket, silentLog);
  await store.load();
  return aCollector((exporter) => {
    store.restore(exporter);
  });
};

describe('a collector that was restarted', () => {
  it('decodes at once with the saved templates and sampling rates', async () => {
    const before = await restarted();
    const rate = optionsTemplateV9(300, [{ id: 1, length: 4 }], [{ id: 34, length: 4 }]);
    before.send(
      netflowV9(
        {},
        templateV9(256, [{ id: 1, length: 4 }]),
        rate,
        dataSet(300, [encodeU32(0), encodeU32(100)]),
      ),
    );
    await new TemplateStore(bucket, silentLog).save(before.collector.exporters.values());

    const after = await restarted();
    after.send(netflowV9({}, dataSet(256, [encodeU32(7)])));
    expect(after.rows()[0]).toMatchObject({ bytes: 700n, sampling: 100 });
  });

  it('keeps VRF names and monitored inputs', async () => {
    const before = await restarted();
    const vrfs = optionsTemplateV9(
      400,
      [{ id: 1, length: 4 }],
      [
        { id: 234, length: 4 },
        { id: 236, length: 4 },
      ],
    );
    const fields = [
      { id: 10, length: 4 },
      { id: 61, length: 1 },
    ];
    const flow = (direction: number): Buffer => dataSet(256, [encodeU32(1), Buffer.from([direction])]);
    const named = dataSet(400, [encodeU32(0), encodeU32(7), Buffer.from('ACME')]);
    before.send(netflowV9({ domain: 11 }, templateV9(256, fields), vrfs, named, flow(0)));
    await new TemplateStore(bucket, silentLog).save(before.collector.exporters.values());

    const after = await restarted();
    after.send(netflowV9({ domain: 11 }, flow(1)));
    expect(after.rows()[0]).toMatchObject({ direction: 1, duplicate: 2 });
    expect(after.entry('9.11')?.domain.vrfNames).toEqual(new Map([[7, 'ACME']]));
  });

  it('ignores snapshots of the same address in another collection sub-network', async () => {
    const { collector, send } = aCollector();
    send(netflowV9({ domain: 12 }, templateV9(256, [{ id: 1, length: 4 }])));
    await new TemplateStore(bucket, silentLog, 2).save(collector.exporters.values());
    const waiting = async (network?: number) => {
      const store = new TemplateStore(bucket, silentLog, network);
      await store.load();
      const after = aCollector((exporter) => {
        store.restore(exporter);
      });
      after.send(netflowV9({ domain: 12 }, dataSet(256, [encodeU32(7)])));
      return after.rows().length;
    };
    expect([await waiting(), await waiting(2)]).toEqual([0, 1]);
  });

  it('removes unreadable snapshots', async () => {
    const key = '00000000000000000000ffff7f010001.9.7.50000';
    await bucket.put(key, 'not what we wrote');
    const after = await restarted();
    after.send(netflowV9({}, dataSet(256, [encodeU32(7)])));
    expect(after.rows()).toHaveLength(0);
    expect(await bucket.entries(key)).toEqual([]);
  });

  it('keeps a template that was in use for hours', async () => {
    const before = await restarted();
    const store = new TemplateStore(bucket, silentLog);
    const atMs = (minute: number): number => (EXPORT_S + minute * 60) * 1000;
    const announced = (minute: number): Buffer =>
      netflowV9({ domain: 8, seconds: EXPORT_S + minute * 60 }, templateV9(256, [{ id: 1, length: 4 }]));
    for (let minute = 0; minute <= 180; minute += 1) {
      before.send(announced(minute), atMs(minute));
      await store.save(before.collector.exporters.values());
    }

    const after = await restarted();
    const data = netflowV9({ domain: 8, seconds: EXPORT_S + 181 * 60 }, dataSet(256, [encodeU32(7)]));
    after.send(data, atMs(181));
    expect(after.rows()).toHaveLength(1);
  });

  it('keeps what it learned while the broker was down', async () => {
    const { collector, send } = aCollector();
    send(netflowV9({ domain: 9 }, templateV9(256, [{ id: 1, length: 4 }])));
    const away = await openBus(broker.url);
    const unreachable = await away.bucket(buckets.templates);
    await away.close();
    await new TemplateStore(unreachable, silentLog).save(collector.exporters.values());
    await new TemplateStore(bucket, silentLog).save(collector.exporters.values());

    const after = await restarted();
    after.send(netflowV9({ domain: 9 }, dataSet(256, [encodeU32(7)])));
    expect(after.rows()).toHaveLength(1);
  });

  it('saves only the templates of an exporter whose snapshot exceeds the broker limit', async () => {
    const vast = aCollector();
    const attributes = [{ id: 95, length: 4 }, ...[96, 372, 373, 374].map((id) => ({ id, length: 128 }))];
    const ofInterface = [
      { id: 10, length: 4 },
      { id: 82, length: 128 },
    ];
    vast.send(
      netflowV9(
        { domain: 20 },
        templateV9(256, [{ id: 1, length: 4 }]),
        optionsTemplateV9(310, [{ id: 1, length: 4 }], attributes),
        optionsTemplateV9(311, [{ id: 1, length: 4 }], ofInterface),
      ),
    );
    // Quotation marks need two bytes in JSON.
    const name = (number: number): Buffer =>
      Buffer.alloc(128, '"').fill(String(number).padStart(8, '0'), 0, 8);
    for (let from = 0; from < 16_384; from += 64) {
      const at = (EXPORT_S + from) * 1000;
      const numbers = Array.from({ length: 64 }, (_, more) => from + more);
      const kinds = numbers.map((number) => [
        encodeU32(0),
        encodeU32(0x0d_00_00_00 + number),
        ...[1, 2, 3, 4].map(() => name(number)),
      ]);
      const ports = numbers.map((number) => [encodeU32(0), encodeU32(number + 1), name(number)]);
      vast.send(netflowV9({ domain: 20 }, dataSet(310, ...kinds)), at);
      vast.send(netflowV9({ domain: 20 }, dataSet(311, ...ports)), at);
    }
    const other = aCollector();
    other.send(netflowV9({ domain: 21 }, templateV9(256, [{ id: 1, length: 4 }])));
    const all = [...vast.collector.exporters.values(), ...other.collector.exporters.values()];
    await new TemplateStore(bucket, silentLog).save(all);
    const after = await restarted();
    for (const domain of [20, 21]) after.send(netflowV9({ domain }, dataSet(256, [encodeU32(domain)])));
    expect(after.rows().map(({ bytes }) => bytes)).toEqual([20n, 21n]);
  });

  it('has no snapshot of an evicted domain', async () => {
    const store = new TemplateStore(bucket, silentLog, 3);
    const { collector, send } = aCollector();
    const announced = (domain: number): Buffer =>
      netflowV9({ domain }, templateV9(256, [{ id: 1, length: 4 }]));
    const domains = async (): Promise<readonly number[]> =>
      (await bucket.entries('00000000000000000000ffff7f010001-3.>')).map(({ key }) =>
        Number(key.split('.')[2]),
      );
    for (let domain = 0; domain < 64; domain += 1) send(announced(domain));
    await store.save(collector.exporters.values());
    expect(await domains()).toHaveLength(64);
    send(announced(100), (EXPORT_S + 3 * 3_600) * 1000);
    await store.save(collector.exporters.values());
    const retained = await domains();
    expect(retained).toHaveLength(64);
    expect(retained).toContain(100);
    expect(retained).not.toContain(0);
  });
});

describe('an exporter that restarts while no collector runs', () => {
  it('is decoded by the templates that it sends from then on', async () => {
    const before = await restarted();
    const layout = (id: number) => templateV9(256, [{ id, length: 4 }]);
    before.send(netflowV9({ domain: 30, sequence: 900 }, layout(2)));
    await new TemplateStore(bucket, silentLog).save(before.collector.exporters.values());

    const after = await restarted();
    const atMs = (EXPORT_S + 600) * 1000;
    const head = { domain: 30, seconds: EXPORT_S + 600, uptimeMs: 60_000 };
    after.send(netflowV9({ ...head, sequence: 1 }, dataSet(256, [encodeU32(7)])), atMs);
    expect(after.rows()).toHaveLength(0);
    after.send(netflowV9({ ...head, sequence: 2 }, layout(1)), atMs);
    expect(after.rows()).toMatchObject([{ bytes: 7n, packets: 0n }]);
  });

  it('has sessions of their own for two ports', async () => {
    const before = await restarted();
    const layout = (id: number) => templateV9(256, [{ id, length: 4 }]);
    before.send(netflowV9({ domain: 31 }, layout(1)), undefined, 40_001);
    before.send(netflowV9({ domain: 31 }, layout(2)), undefined, 40_002);
    await new TemplateStore(bucket, silentLog).save(before.collector.exporters.values());

    const after = await restarted();
    for (const port of [40_001, 40_002])
      after.send(netflowV9({ domain: 31 }, dataSet(256, [encodeU32(7)])), undefined, port);
    expect(after.rows().map(({ bytes, packets }) => [bytes, packets])).toEqual([
      [7n, 0n],
      [0n, 7n],
    ]);
  });
});

describe('a collector that takes over the exporter of another', () => {
  it('loads the snapshots saved by the other collector, then decodes pending data', async () => {
    const store = new TemplateStore(bucket, silentLog, 4);
    await store.load();
    const other = aCollector();
    other.send(netflowV9({}, templateV9(256, [{ id: 1, length: 4 }])));
    await new TemplateStore(bucket, silentLog, 4).save(other.collector.exporters.values());
    const after = aCollector((exporter) => {
      store.restore(exporter);
    });
    after.send(netflowV9({ sequence: 2 }, dataSet(256, [encodeU32(7)])));
    await expect.poll(() => after.rows().map(({ bytes }) => bytes)).toEqual([7n]);
  });
});
