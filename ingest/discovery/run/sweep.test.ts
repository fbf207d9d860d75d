import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { addressList } from '#schemas/discovery/address-list.ts';
import type { Agent, AgentResponse } from '../../snmp/agent/agent.ts';
import { probeAddress } from './probe-address.ts';
import { PacketRateLimit } from './packet-rate-limit.ts';
import { sweep } from './sweep.ts';
import { atNight } from '#tests/gate/at-night.ts';

const START_MS = 1_800_000_000_000;
const community = (name: string) => ({ version: 'v2c', port: 161, community: name }) as const;

/** Time passes in small steps, and everything that follows from a step happens before the next one. */
async function until(clock: ManualClock, done: Promise<unknown>): Promise<void> {
  let over = false;
  void done.finally(() => {
    over = true;
  });
  while (!over) {
    await clock.advance(10);
    await turn();
  }
}

describe('a packet rate limit', () => {
  it('keeps its rate when the system clock is set back', async () => {
    const clock = new ManualClock(START_MS);
    const budget = new PacketRateLimit(clock, 10);
    await budget.acquire();
    clock.setBy(-3_600_000);
    const next = budget.acquire();
    await clock.advance(100);
    expect(await Promise.race([next.then(() => 'left'), turn('waits')])).toBe('left');
  });
});

describe('a sweep', () => {
  atNight(
    'of 10,000 mostly unresponsive addresses keeps its packet rate and probes each once per credential',
    async () => {
      const clock = new ManualClock(START_MS);
      const [packetsPerSecond, retries, timeoutMs] = [200, 1, 1_000];
      const bySecond = new Map<number, number>();
      const requested = new Map<string, number>();
      const sent = (): void => {
        const second = Math.floor(clock.now().getTime() / 1_000);
        bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
      };
      const silent = async (address: string): Promise<AgentResponse> => {
        requested.set(address, (requested.get(address) ?? 0) + 1);
        for (let packet = 0; packet <= retries; packet += 1) {
          sent();
          await clock.wait(timeoutMs);
        }
        return { ok: false, reason: 'timeout' };
      };
      const responses = new Set(['10.0.3.7', '10.0.30.7']);
      const budget = new PacketRateLimit(clock, packetsPerSecond);
      const { signal } = new AbortController();
      const found: string[] = [];
      const sweeping = sweep({
        addresses: addressList(['10.0.0.0-10.0.39.15']),
        from: 0,
        concurrency: 500,
        signal,
        probe: (address) =>
          probeAddress(
            {
              clock,
              budget,
              retries,
              signal,
              credentials: [community('one'), community('two')],
              openAgent: (_, access): Promise<Agent> =>
                Promise.resolve({
                  get() {
                    if (!responses.has(address) || access.version === 'v3' || access.community !== 'two')
                      return silent(address);
                    sent();
                    return Promise.resolve({ ok: true, bindings: [] });
                  },
                  getBulk() {
                    sent();
                    return Promise.resolve({ ok: true, bindings: [] });
                  },
                  strays: 0,
                  forged: 0,
                  close: () => undefined,
                }),
            },
            address,
          ),
        onResult: (address, { ok }) => {
          if (ok) found.push(address);
          return Promise.resolve();
        },
        onAdvance: () => undefined,
      });
      await until(clock, sweeping);
      expect(found).toEqual([...responses]);
      expect(requested.size).toBe(10_000);
      expect([...requested.values()].every((times) => times <= 2)).toBe(true);
      const total = [...bySecond.values()].reduce((sum, packets) => sum + packets, 0);
      const seconds = (clock.now().getTime() - START_MS) / 1_000;
      expect(total).toBeGreaterThan(39_900);
      // 40,000 packets at 200 a second take 200 seconds; retries leave one timeout after the request they are charged to.
      expect(total / seconds).toBeLessThanOrEqual(packetsPerSecond);
      expect(seconds).toBeLessThan(220);
      expect(Math.max(...bySecond.values())).toBeLessThanOrEqual(2 * packetsPerSecond);
    },
    60_000,
  );

  it('reports the first unfinished index, and repeats interrupted addresses', async () => {
    const ended = new AbortController();
    const gates = new Map<string, PromiseWithResolvers<void>>();
    const places: number[] = [];
    const done: string[] = [];
    const sweeping = sweep({
      addresses: addressList(['10.0.0.1-10.0.0.4']),
      from: 0,
      concurrency: 2,
      signal: ended.signal,
      async probe(address) {
        const gate = Promise.withResolvers<void>();
        gates.set(address, gate);
        await gate.promise;
        return { ok: false, reason: 'timeout' };
      },
      onResult: (address) => {
        done.push(address);
        return Promise.resolve();
      },
      onAdvance: (place) => places.push(place),
    });
    gates.get('10.0.0.2')!.resolve();
    await turn();
    gates.get('10.0.0.3')!.resolve();
    await turn();
    expect(places).toEqual([0, 0]);
    gates.get('10.0.0.1')!.resolve();
    await turn();
    expect(places.at(-1)).toBe(3);
    ended.abort();
    gates.get('10.0.0.4')!.resolve();
    await sweeping;
    expect(done).toEqual(['10.0.0.2', '10.0.0.3', '10.0.0.1']);
    expect(places.at(-1)).toBe(3);
  });
});
