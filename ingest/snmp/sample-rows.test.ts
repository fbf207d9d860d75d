import { expect, it } from 'vitest';
import { counters } from '#schemas/counter/catalogue.ts';
import { anExporterInventory } from '#tests/fixtures/flow/a-collector.ts';
import { startRows } from './sample-rows.ts';
import { DAY_S } from '#schemas/time/duration.ts';

const device = anExporterInventory().devices.get(21)!;
const uptime = { ticks: 3 * DAY_S * 100, wrapped: 0, seenMs: 5 };

it.each([
  ['its engine reports, even beyond 497 days', 600 * DAY_S, uptime, BigInt(600 * DAY_S) * 1_000n],
  ['sysUpTime reports if the engine does not', undefined, uptime, BigInt(3 * DAY_S) * 1_000n],
  [
    'the rounds of sysUpTime that were seen',
    undefined,
    { ...uptime, wrapped: 2 ** 32 },
    2n ** 32n * 10n + BigInt(3 * DAY_S) * 1_000n,
  ],
  ['is unknown', undefined, undefined, undefined],
])('a device has been running for as long as %s', (_, engineTime, seen, running) => {
  const rows = startRows(device, { atMs: 5, responded: true, engineTime }, seen);
  expect(rows.find(({ counter }) => counter === counters.uptime.id)?.value).toBe(running);
  // Rates go by sysUpTime, which is of the response itself.
  expect(rows[0]?.uptime).toBe(seen === undefined ? 0n : BigInt(seen.ticks + seen.wrapped) * 10n);
});
