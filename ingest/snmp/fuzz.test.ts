import { afterAll, beforeAll, expect, it } from 'vitest';
import { generator } from '#tests/fixtures/flow/mutate.ts';
import { startSnmpFuzz, type SnmpFuzz } from '#tests/fixtures/snmp/snmp-fuzz.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** `FUZZ_SNMP_ROUNDS=10000` for a long run; `npm run fuzz` runs for a fixed time. */
const ROUNDS = Number(process.env['FUZZ_SNMP_ROUNDS'] ?? rounds(20));
const MAX_GROWTH_BYTES = 200 * 1024 ** 2;

let fuzz: SnmpFuzz;
beforeAll(async () => {
  fuzz = await startSnmpFuzz();
});
afterAll(async () => {
  await fuzz.close();
});

it('a poll ends and counts faults for any response, in each version and security level', async () => {
  const next = generator(1);
  const before = process.memoryUsage().rss;
  for (let round = 0; round < ROUNDS; round += 1) await fuzz.round(next);
  expect(fuzz.polls).toBe(5 * ROUNDS);
  expect(fuzz.forged).toBeGreaterThan(10 * ROUNDS);
  // Fewer than one mutation in ten may suppress the true response.
  expect(fuzz.responded).toBeGreaterThan(ROUNDS);
  expect([...fuzz.faults.keys()]).toEqual(
    expect.arrayContaining(['malformed', 'stray datagram', 'forged datagram', 'wrong object']),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH_BYTES);
}, 600_000);
