import { expect, it } from 'vitest';
import { kpis } from '#schemas/kpi/library.ts';
import { counterSample, sflow } from '#tests/fixtures/flow/sflow-builder.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';
import {
  START_MS,
  anInventory,
  addressedDevice,
  portOf,
  sampleCodec,
  siteOf,
} from '#tests/fixtures/engine/engine-network.ts';
import { run } from '#tests/fixtures/engine/engine-run.ts';

it('an interface of a device that is not polled has its throughput by the counters that sFlow sends', () => {
  const decoding = sflowDecoding();
  // Every 30 s for ten minutes, 1 Mbit/s in and 2 Mbit/s out.
  for (let at = 0; at <= 20; at += 1) {
    const octets = { inOctets: BigInt(at * 3_750_000), outOctets: BigInt(at * 7_500_000) };
    const datagram = sflow({ sequence: at + 1, uptimeMs: 90_000 + at * 30_000 }, counterSample(octets));
    decoding.send(datagram, START_MS + at * 30_000);
  }
  const rows = decoding.samples().map((row) => ({
    ...row,
    customer: 1,
    site: siteOf(1),
    element: row.element === 31 ? portOf(1, 0) : addressedDevice(1),
  }));
  const inventory = anInventory(1, 1, { device: { snmp: undefined } });
  const log = run({
    setting: { windowSeconds: 300, allowedLatenessMs: 60_000, inventory, alarms: [] },
    messages: [sampleCodec.encode(rows)],
    end: START_MS + 3_600_000,
  });
  const valuesOf = (kpi: number) => log.measures.filter((row) => row.kpi === kpi).map(({ value }) => value);
  expect(valuesOf(kpis.itf_in_bps.id)).toEqual([1_000_000, 1_000_000]);
  expect(valuesOf(kpis.itf_out_bps.id)).toEqual([2_000_000, 2_000_000]);
});
