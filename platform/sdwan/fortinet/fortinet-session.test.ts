import { afterEach, describe, expect, it } from 'vitest';
import { managerClient, overlay, otherOverlay, simulated } from '#tests/fixtures/sdwan/managers.ts';

const { signal } = new AbortController();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** ADOMs of which some must not be read, in the order in which they are listed. */
async function opened(forbiddenAdoms: readonly string[]) {
  const adoms = ['first', 'hidden', 'middle', 'secret', 'last'].map((name, at) => ({
    name,
    overlay: at % 2 === 0 ? overlay : otherOverlay,
  }));
  const manager = await simulated.fortinet({ adoms, forbiddenAdoms });
  closing.push(() => manager.close());
  return { manager, client: managerClient({ kind: 'fortinet', url: manager.url, isMultiTenant: true }) };
}
const period = { startMs: 0, endMs: 60_000, withDevices: true };

describe('an administrator without the right to some ADOMs', () => {
  it('has one session at the FortiManager, however many ADOMs and readings lack the right', async () => {
    const { manager, client } = await opened(['hidden', 'secret']);
    for (let round = 0; round < 2; round += 1) {
      const network = await client.readNetwork(signal);
      expect(new Set(network.devices.map(({ tenant }) => tenant))).toEqual(
        new Set(['first', 'middle', 'last']),
      );
      expect(client.skipped().map(({ tenant, code }) => [tenant, code])).toEqual([
        ['hidden', 'SDWAN_INSUFFICIENT_RIGHTS'],
        ['secret', 'SDWAN_INSUFFICIENT_RIGHTS'],
      ]);
      await client.readSamples(period, signal);
      await client.readAlarms({ sinceMs: 0, endMs: 60_000 }, signal);
      expect(manager.sessions()).toBe(1);
    }
    await client.close(signal);
    expect(manager.sessions()).toBe(0);
  });

  it('is read at the same time by several: none ends the session of the others', async () => {
    const { manager, client } = await opened(['hidden', 'secret']);
    const readings = await Promise.all([
      client.readNetwork(signal).then(({ devices }) => devices),
      client.readSamples(period, signal),
      client.readNetwork(signal).then(({ devices }) => devices),
    ]);
    for (const read of readings)
      expect(new Set(read.map(({ tenant }) => tenant))).toEqual(new Set(['first', 'middle', 'last']));
    await client.close(signal);
    expect(manager.sessions()).toBe(0);
  });
});
