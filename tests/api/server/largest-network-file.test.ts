import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { longestTurn } from '#tests/fixtures/server/longest-turn.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { timeLimit } from '../../fixtures/time-limit.ts';

/** Of the processor. */
const MAX_TURN_MS = timeLimit(50);
const INTERFACES = process.env['NIGHTLY'] === 'true' ? 100_000 : 5_000;
const PORTS = 500;

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

/** Devices of 500 interfaces each at one site. */
const networkFile = (alias: string): string =>
  JSON.stringify({
    customers: [
      {
        clientId: 'large',
        name: 'Large',
        sites: [
          {
            name: 'Lyon',
            latitude: 45.7,
            longitude: 4.8,
            devices: Array.from({ length: INTERFACES / PORTS }, (_, device) => ({
              name: `r${String(device)}`,
              address: `10.9.${String(device >> 8)}.${String(device & 255)}`,
              interfaces: Array.from({ length: PORTS }, (__, port) => ({ name: `e${String(port)}`, alias })),
            })),
          },
        ],
      },
    ],
  });

interface Reply {
  readonly difference: { readonly counts: { readonly interface: Readonly<Record<string, number>> } };
}

/** Sends the file; returns what it did, with the longest turn of the event loop and the time in milliseconds. */
async function send(alias: string) {
  let counts: Readonly<Record<string, number>> = {};
  const startMs = performance.now();
  const turnMs = await longestTurn(async () => {
    const headers = { 'content-type': 'application/yaml' };
    const body = networkFile(alias);
    const response = await admin.send('POST', '/api/v1/mt/inventory/import', { body, headers });
    expect([response.statusCode, response.statusCode === 200 || response.body.slice(0, 500)]).toEqual([
      200,
      true,
    ]);
    counts = response.json<Reply>().difference.counts.interface;
  });
  const ms = performance.now() - startMs;
  process.stdout.write(
    `network file of ${String(INTERFACES)} interfaces (${alias}): ${(ms / 1_000).toFixed(1)} s, longest turn ${turnMs.toFixed(0)} ms\n`,
  );
  return { counts, turnMs };
}

describe(`a network file of ${String(INTERFACES)} interfaces`, () => {
  it.each([
    ['is added', 'a', { added: INTERFACES, changed: 0, unchanged: 0 }],
    ['is found unchanged', 'a', { added: 0, changed: 0, unchanged: INTERFACES }],
    ['changes every interface', 'b', { added: 0, changed: INTERFACES, unchanged: 0 }],
  ])(
    '%s without stopping the event loop',
    async (_, alias, expected) => {
      const { counts, turnMs } = await send(alias);
      expect(counts).toEqual(expected);
      expect(turnMs).toBeLessThan(MAX_TURN_MS);
    },
    600_000,
  );
});
