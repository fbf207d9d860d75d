import { expect, it } from 'vitest';
import type { Outgoing, Publisher } from '#platform/bus/publisher.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { silentLog } from '#platform/log/log.ts';
import { openMetrics } from '#platform/metrics/metrics.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { collectorStats } from '#schemas/table/stream/collector-stats.ts';
import { aCollector, anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import { dataSet, netflowV9, templateV9, encodeU32 } from '#tests/fixtures/flow/packet-builder.ts';
import { publishStats } from './publish-stats.ts';
import { collectorMetrics } from '../collector-metrics.ts';
import { KernelDrops } from './kernel-drops.ts';

/** As many as are retained of an exporter. */
const DOMAINS = 64;
const TEMPLATES = 150;

/** The reports of a collector whose exporter has many domains, with many templates each. */
async function reported(publish: Publisher['publish'], domains = DOMAINS): Promise<void> {
  const { collector, send } = aCollector();
  const ids = Array.from({ length: TEMPLATES }, (_, at) => 256 + at);
  for (let domain = 0; domain < domains; domain += 1)
    for (let from = 0; from < TEMPLATES; from += 50)
      send(
        netflowV9(
          { domain, sequence: from / 50 },
          ...ids
            .slice(from, from + 50)
            .flatMap((id) => [templateV9(id, [{ id: 1, length: 4 }]), dataSet(id, [encodeU32(7)])]),
        ),
      );
  const publisher = { publish } as Publisher;
  const needs = { collector, publisher, clock: systemClock, log: silentLog };
  const metrics = collectorMetrics(openMetrics());
  await publishStats(
    { ...needs, metrics, drops: new KernelDrops([]), inventory: { current: anExporterInventory() } },
    { partitions: 1, collector: 'c' },
  );
}

it('statistics of many domains are split into messages below the broker limit, each row once', async () => {
  const sent: Outgoing[] = [];
  await reported((message) => {
    if (message.subject.includes('stats')) sent.push(message);
    return Promise.resolve({ ok: true, seq: sent.length, duplicate: false });
  });
  const sizes = sent.map(({ data }) => data.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(2 ** 19);
  expect(Math.max(...sizes)).toBeLessThan(2 ** 19);
  const rows = sent.flatMap(({ data, headers }) => {
    const decoded = codecOf(collectorStats).decode(data);
    expect(headers?.['Telltale-Rows']).toBe(String(decoded.length));
    return decoded;
  });
  expect(rows).toHaveLength(DOMAINS);
  expect(new Set(rows.map(({ domain }) => domain)).size).toBe(DOMAINS);
});

it('statistics that the broker rejects do not block shutdown', async () => {
  const closed = (): Promise<never> => Promise.reject(new Error('the publisher is closed'));
  await expect(reported(closed, 1)).resolves.toBeUndefined();
});
