import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory, type DeviceMemory } from './device/device-memory.ts';
import { openAgent } from './agent/open-agent.ts';
import { column } from './interface/objects.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import type { PollFault, PollResult } from '#ingest/snmp/poll.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import type { InterfaceEntry } from '#schemas/inventory/snapshot.ts';
import { readTree, writeTree } from '#tests/fixtures/snmp/ber-tree.ts';
import { edgeDevice, edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { asV3 } from '#tests/fixtures/snmp/forge.ts';
import {
  COMMUNITY,
  honest,
  oidOf,
  portTable,
  response,
  startUdpAgent,
  textOf,
  type Responder,
} from '#tests/fixtures/snmp/snmp-udp-agent.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const plan = planOf(builtInPolling);

const device = edgeDevice(10, 11);
const interfaces = [edgePort(10, 'Gi0/0'), edgePort(11, 'Gi0/1')];
const honestTable = honest(portTable(['Gi0/0', 'Gi0/1']));
const honestly = ({ datagram, reply }: Responder): void => {
  const message = honestTable(datagram);
  if (message !== undefined) reply(message);
};
/** Every counter of the catalogue, and the speed. */
const CELLS = 15;

/** Timeout if no response is expected. Otherwise a second: the agent runs in the same process. */
const silence = { timeoutMs: 100 };

describe('an agent that', () => {
  let agent: Awaited<ReturnType<typeof startUdpAgent>>;
  let memory: DeviceMemory;
  let faults: Map<PollFault, number>;
  let ports: readonly InterfaceEntry[];
  /** Time that seems to have gone by. */
  let aheadMs: number;
  beforeAll(async () => {
    agent = await startUdpAgent(() => undefined);
  });
  afterAll(() => {
    agent.close();
  });
  beforeEach(() => {
    memory = newMemory();
    faults = new Map();
    ports = interfaces;
    aheadMs = 0;
  });

  async function poll(
    received: (responding: Responder) => void,
    { timeoutMs = 1_000, withinMs = 10_000, retries = 1 } = {},
  ): Promise<PollResult> {
    agent.behaviour.response = received;
    const open = (await openAgent(
      { address: '127.0.0.1', access: { version: 'v2c', port: agent.port, community: COMMUNITY } },
      { timeoutMs, retries },
      memory,
    ))!;
    try {
      return await pollDevice({
        components: [],
        plan,
        agent: open,
        device,
        interfaces: ports,
        memory,
        clock: { ...systemClock, now: () => new Date(Date.now() + aheadMs) },
        deadlineMs: systemClock.elapsed() + withinMs,
        count: (fault) => faults.set(fault, (faults.get(fault) ?? 0) + 1),
      });
    } finally {
      open.close();
    }
  }
  const cellsOf = (result: PollResult): readonly number[] =>
    result.interfaces.map(({ cells }) => cells.length);

  it('is honest returns every counter of every port', async () => {
    const result = await poll(honestly);
    expect(result.responded).toBe(true);
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(result.learned).toEqual(
      new Map([
        [10, 1],
        [11, 2],
      ]),
    );
    expect(result.interfaces[0]?.discontinuity).toBe(7);
    expect(faults.size).toBe(0);
  });

  it('does not respond is unanswered', async () => {
    const result = await poll(() => undefined, silence);
    expect(result).toMatchObject({ responded: false, interfaces: [] });
    expect(faults.get('timeout')).toBe(1);
  });

  it('sends garbage is unanswered, and each datagram is counted', async () => {
    const result = await poll(({ reply }) => {
      reply(Buffer.from('not BER at all'));
    }, silence);
    expect(result.responded).toBe(false);
    expect(faults.get('stray datagram')).toBe(2);
  });

  it('responds from another port is ignored', async () => {
    const result = await poll(({ datagram, replyFromElsewhere }) => {
      replyFromElsewhere(honestTable(datagram)!);
    }, silence);
    expect(result.responded).toBe(false);
    expect(faults.get('stray datagram')).toBe(2);
  });

  it('responds with another community or number of objects is malformed', async () => {
    await poll(({ request, reply }) => {
      reply(response(request, { community: Buffer.from('other') }));
    });
    await poll(({ request, reply }) => {
      reply(response(request, {}));
    });
    expect(faults.get('malformed')).toBe(2);
  });

  it('responds late is waited for', async () => {
    const result = await poll(
      (responding) => {
        setTimeout(() => {
          honestly(responding);
        }, 60);
      },
      { timeoutMs: 50, retries: 20 },
    );
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
  });

  it('cannot fit many objects into a response gets smaller requests', async () => {
    const result = await poll((responding) => {
      const { request, reply } = responding;
      if (request.oids.length > 6) reply(response(request, { status: 1 }));
      else honestly(responding);
    });
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(faults.get('too big')).toBeGreaterThan(1);
    expect(memory.bindings).toBeLessThanOrEqual(7);
  });

  it('fails on one object loses only that object', async () => {
    const broken = `${column.ifSpeed}.1`;
    const result = await poll((responding) => {
      const { request, reply } = responding;
      const at = request.oids.findIndex((oid) => textOf(oid) === broken);
      if (at >= 0) reply(response(request, { status: 5, index: at + 1 }));
      else honestly(responding);
    });
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(faults.get('error status')).toBeGreaterThan(0);
  });

  it('returns values of wrong types loses only those values', async () => {
    const wrong = honest(
      new Map(
        [...portTable(['Gi0/0', 'Gi0/1'])].map(([oid, value]) => [
          oid,
          value.type === 'counter32' ? { type: 'octets', value: '12' } : value,
        ]),
      ),
    );
    const result = await poll(({ datagram, reply }) => {
      reply(wrong(datagram)!);
    });
    expect(cellsOf(result)).toEqual([CELLS - 4, CELLS - 4]);
    expect(faults).toEqual(new Map([['wrong type', 8]]));
  });

  it('lacks a column loses only that column', async () => {
    const partial = honest(
      new Map(
        [...portTable(['Gi0/0', 'Gi0/1'])].filter(
          ([oid]) => !oid.startsWith(`${column.ifName.slice(0, -2)}.8.`),
        ),
      ),
    );
    const result = await poll(({ datagram, reply }) => {
      reply(partial(datagram)!);
    });
    expect(cellsOf(result)).toEqual([CELLS - 1, CELLS - 1]);
    expect(faults).toEqual(new Map([['absent', 2]]));
  });

  it('returns other objects than requested is ignored', async () => {
    const result = await poll(({ request, datagram, reply }) => {
      if (request.kind === 'get bulk' || textOf(request.oids[1] ?? []).endsWith('.0'))
        reply(honestTable(datagram)!);
      else
        reply(
          response(request, {
            bindings: request.oids.map(() => ({
              oid: oidOf('1.3.6.1.4.1.1'),
              value: { type: 'counter64', value: 1 },
            })),
          }),
        );
    });
    expect(result.responded).toBe(true);
    expect(cellsOf(result)).toEqual([]);
    expect(faults.get('wrong object')).toBeGreaterThan(0);
  });

  it('has an endless table is abandoned at the deadline', async () => {
    let index = 0;
    const started = Date.now();
    const result = await poll(
      (responding) => {
        const { request, reply } = responding;
        if (request.kind !== 'get bulk') return honestly(responding);
        const bindings = Array.from({ length: 5 }, () => ({
          oid: [...oidOf(column.ifName), (index += 1)],
          value: { type: 'octets' as const, value: 'x' },
        }));
        reply(response(request, { bindings }));
      },
      { withinMs: 300 },
    );
    expect(Date.now() - started).toBeLessThan(timeLimit(2_000));
    expect(result).toMatchObject({ responded: true, interfaces: [] });
    expect(faults.get('time over')).toBe(1);
  });

  it('with an endless table in large responses is cut off at the row limit', async () => {
    let index = 0;
    const result = await poll(
      (responding) => {
        const { request, reply } = responding;
        if (!textOf(request.oids[0]!).startsWith(column.ifName)) return honestly(responding);
        const bindings = Array.from({ length: 2_000 }, () => ({
          oid: [...oidOf(column.ifName), (index += 1)],
          value: { type: 'octets' as const, value: `p${String(index)}` },
        }));
        reply(response(request, { bindings }));
      },
      { timeoutMs: 2_000, withinMs: 20_000 },
    );
    expect(index).toBeLessThanOrEqual(52_000);
    expect(result.learned).toEqual(
      new Map([
        [10, null],
        [11, null],
      ]),
    );
    expect(faults.get('endless table')).toBe(1);
  });

  it('returns a cyclic table is cut off at the first step back', async () => {
    const result = await poll((responding) => {
      const { request, reply } = responding;
      if (request.kind !== 'get bulk') return honestly(responding);
      const bindings = ['Gi0/0', 'Gi0/1', 'Gi0/0'].map((value, at) => ({
        oid: [...oidOf(column.ifName), (at % 2) + 1],
        value: { type: 'octets' as const, value },
      }));
      reply(response(request, { bindings }));
    });
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(faults).toEqual(new Map([['not increasing', 1]]));
  });

  it('repeats the requested object in a walk is cut off at once', async () => {
    let walks = 0;
    await poll((responding) => {
      const { request, reply } = responding;
      if (request.kind !== 'get bulk') return honestly(responding);
      walks += Number(`${textOf(request.oids[0]!)}.`.startsWith(`${column.ifName}.`));
      const oid = [...oidOf(column.ifName), 1];
      reply(response(request, { bindings: [{ oid, value: { type: 'octets', value: 'Gi0/0' } }] }));
    });
    expect(walks).toBe(2);
    expect(faults.get('not increasing')).toBe(1);
  });

  it('fits few rows into a response is walked with fewer', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `Gi0/${String(at)}`);
    const many = honest(portTable(names));
    const result = await poll(({ request, datagram, reply }) => {
      if (request.kind === 'get bulk' && request.maxRepetitions > 8) reply(response(request, { status: 1 }));
      else reply(many(datagram)!);
    });
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(memory.repetitions).toBeLessThanOrEqual(9);
    expect(faults.get('too big')).toBeGreaterThan(0);
  });

  it('cannot fit many objects is not probed with more at every poll', async () => {
    const small = (responding: Responder): void => {
      const { request, reply } = responding;
      if (request.oids.length > 6) reply(response(request, { status: 1 }));
      else honestly(responding);
    };
    for (let turn = 0; turn < 3; turn += 1) await poll(small);
    const before = faults.get('too big') ?? 0;
    await poll(small);
    await poll(small);
    expect(faults.get('too big')).toBe(before);
  });

  it('fails on one object does not get it requested again', async () => {
    const broken = `${column.ifSpeed}.1`;
    let requested = 0;
    const failing = (responding: Responder): void => {
      const { request, reply } = responding;
      const at = request.oids.findIndex((oid) => textOf(oid) === broken);
      if (at >= 0) {
        requested += 1;
        reply(response(request, { status: 5, index: at + 1 }));
      } else honestly(responding);
    };
    await poll(failing);
    const before = requested;
    expect(cellsOf(await poll(failing))).toEqual([CELLS, CELLS]);
    expect(requested).toBe(before);
  });

  it('has no Counter64 is read in 32 bits from the second poll on, with wraps counted', async () => {
    const ifEntry = '1.3.6.1.2.1.2.2.1';
    const raw = { value: 4_294_967_000 };
    const agentOf32 = ({ datagram, reply }: Responder): void => {
      const table = new Map(
        [...portTable(['Gi0/0', 'Gi0/1'])].filter(([, { type }]) => type !== 'counter64'),
      );
      for (const port of [1, 2])
        table.set(`${ifEntry}.10.${String(port)}`, { type: 'counter32', value: raw.value });
      reply(honest(table)(datagram)!);
    };
    const inOctets = (result: PollResult) =>
      result.interfaces[0]?.cells.find(({ counter }) => counter === counters.in_octets.id);
    expect(inOctets(await poll(agentOf32))).toBeUndefined();
    expect(faults.get('absent')).toBe(16);
    expect(inOctets(await poll(agentOf32))?.value).toBe(4_294_967_000n);
    raw.value = 700;
    aheadMs += 10;
    expect(inOctets(await poll(agentOf32))).toMatchObject({ value: 2n ** 32n + 700n, epoch: 0 });
    // Smaller than before by more than the line can have carried since.
    raw.value = 699;
    aheadMs += 10;
    expect(inOctets(await poll(agentOf32))).toMatchObject({ value: 699n, epoch: 1 });
  });

  it('renamed a port is matched by the alias of the port', async () => {
    const table = new Map(portTable(['GigabitEthernet0/0', 'Gi0/1']));
    table.set(`${column.ifAlias}.1`, { type: 'octets', value: 'to the provider' });
    table.set(`${column.ifAlias}.2`, { type: 'octets', value: 'to the office' });
    const aliased = honest(table);
    ports = [edgePort(10, 'Gi0/0', 'to the provider'), edgePort(11, 'Gi0/1', 'to the provider')];
    const result = await poll(({ datagram, reply }) => {
      reply(aliased(datagram)!);
    });
    expect(result.learned).toEqual(
      new Map([
        [10, 1],
        [11, 2],
      ]),
    );
    expect(cellsOf(result)).toEqual([CELLS, CELLS]);
    expect(faults).toEqual(new Map([['found by alias', 1]]));
    // The agent returns 7 for both; the counter of another port does not continue here.
    expect(result.interfaces[0]?.discontinuity).not.toBe(7);
    expect(result.interfaces[1]?.discontinuity).toBe(7);
  });

  it('names no port has its ports polled by alias and index, also after a restart', async () => {
    const nameless = (aliases: Readonly<Record<number, string>>, ticks: number) => {
      const table = new Map(portTable(['', '', ''], ticks));
      for (const index of [1, 2, 3])
        table.set(`${column.ifType}.${String(index)}`, { type: 'integer', value: 6 });
      for (const [index, value] of Object.entries(aliases))
        table.set(`${column.ifAlias}.${index}`, { type: 'octets', value });
      const received = honest(table);
      return ({ datagram, reply }: Responder): void => {
        reply(received(datagram)!);
      };
    };
    ports = [edgePort(10, 'ifIndex 1'), edgePort(11, 'Uplink', 'Uplink')];
    const octets = ({ interfaces: found }: PollResult) =>
      Object.fromEntries(found.map(({ interfaceId, cells }) => [interfaceId, cells[0]?.value]));
    expect(octets(await poll(nameless({ 2: 'Uplink' }, 1_000)))).toEqual({ 10: 1_000n, 11: 2_000n });
    const again = await poll(nameless({ 2: 'Uplink' }, 2_000));
    expect(again.learned).toBeUndefined();
    expect(octets(again)).toEqual({ 10: 1_000n, 11: 2_000n });
    // The restart renumbers the ports: the alias moved with its port.
    const restarted = await poll(nameless({ 1: 'Office', 3: 'Uplink' }, 50));
    expect(octets(restarted)).toEqual({ 10: 1_000n, 11: 3_000n });
    expect(faults.size).toBe(0);
  });

  it('has the alias on two ports leaves the interface without an index', async () => {
    const table = new Map(portTable(['a', 'b']));
    for (const index of ['1', '2'])
      table.set(`${column.ifAlias}.${index}`, { type: 'octets', value: 'to the provider' });
    const aliased = honest(table);
    ports = [edgePort(10, 'Gi0/0', 'to the provider')];
    const result = await poll(({ datagram, reply }) => {
      reply(aliased(datagram)!);
    });
    expect(result.learned).toEqual(new Map([[10, null]]));
  });

  it('renumbers its ports after a restart keeps each interface on its own port', async () => {
    await poll(honestly);
    const before = (await poll(honestly)).interfaces.map(({ cells }) => cells[0]?.value);
    expect(before).toEqual([1_000n, 2_000n]);
    const reindexed = honest(portTable(['new card', 'Gi0/1', 'Gi0/0'], 50));
    const result = await poll(({ datagram, reply }) => {
      reply(reindexed(datagram)!);
    });
    expect(result.interfaces.map(({ interfaceId, cells }) => [interfaceId, cells[0]?.value])).toEqual([
      [10, 3_000n],
      [11, 2_000n],
    ]);
    expect(result.learned).toEqual(
      new Map([
        [10, 3],
        [11, 2],
      ]),
    );
  });

  it('stops responding halfway keeps the values read so far', async () => {
    let gets = 0;
    // The objects of the first port, and two of the second.
    memory.bindings = 20;
    const result = await poll(
      (responding) => {
        if (responding.request.kind === 'get') gets += 1;
        if (gets <= 2) honestly(responding);
      },
      { timeoutMs: 200 },
    );
    expect(result.responded).toBe(true);
    expect(cellsOf(result)[0]).toBe(CELLS);
    expect(faults.get('timeout')).toBe(2);
  });

  it('swaps its ports is learned again in the same poll', async () => {
    await poll(honestly);
    const exchanged = honest(portTable(['Gi0/1', 'Gi0/0']));
    const result = await poll(({ datagram, reply }) => {
      reply(exchanged(datagram)!);
    });
    expect(faults.get('renamed')).toBe(1);
    expect(result.learned).toEqual(
      new Map([
        [10, 2],
        [11, 1],
      ]),
    );
    const [first] = result.interfaces;
    expect(first?.interfaceId).toBe(10);
    expect(first?.cells[0]?.value).toBe(2_000n);
  });

  it('has two ports of one name has both polled, distinguished by their aliases after a restart', async () => {
    const shared = (aliases: readonly string[], ticks: number) => {
      const table = new Map(portTable(['eth', 'eth'], ticks));
      for (const [at, value] of aliases.entries())
        table.set(`${column.ifAlias}.${String(at + 1)}`, { type: 'octets', value });
      const received = honest(table);
      return ({ datagram, reply }: Responder): void => {
        reply(received(datagram)!);
      };
    };
    const values = ({ interfaces: found }: PollResult) =>
      Object.fromEntries(found.map(({ interfaceId, cells }) => [interfaceId, cells[0]?.value]));
    ports = [edgePort(10, 'eth', 'Paris'), edgePort(11, 'eth#2', 'Lyon')];
    const before = await poll(shared(['Paris', 'Lyon'], 100_000));
    expect(values(before)).toEqual({ 10: 1_000n, 11: 2_000n });
    expect(cellsOf(before)).toEqual([CELLS, CELLS]);
    const after = await poll(shared(['Lyon', 'Paris'], 50));
    expect(values(after)).toEqual({ 10: 2_000n, 11: 1_000n });
    expect(after.learned).toEqual(
      new Map([
        [10, 2],
        [11, 1],
      ]),
    );
    // Another index is another counter.
    expect(after.interfaces[0]?.discontinuity).not.toBe(before.interfaces[0]?.discontinuity);
    expect(faults.size).toBe(0);
  });

  it('has two ports of one name without aliases has them distinguished by their hardware after a restart', async () => {
    const shared = (addresses: readonly string[], ticks: number) => {
      const table = new Map(portTable(['eth', 'eth'], ticks));
      for (const [at, value] of addresses.entries())
        table.set(`${column.ifPhysAddress}.${String(at + 1)}`, { type: 'octets', value });
      const received = honest(table);
      return ({ datagram, reply }: Responder): void => {
        reply(received(datagram)!);
      };
    };
    ports = [edgePort(10, 'eth'), edgePort(11, 'eth#2')];
    expect((await poll(shared(['card-1', 'card-2'], 100_000))).learned?.get(10)).toBe(1);
    expect((await poll(shared(['card-2', 'card-1'], 50))).learned?.get(10)).toBe(2);
  });

  it('counts a value that no line could carry has it excluded, and the other values kept', async () => {
    const jumping = (value: number) => {
      const table = new Map(portTable(['Gi0/0', 'Gi0/1']));
      table.set(`${counters.in_octets.oid}.1`, { type: 'counter64', value });
      const received = honest(table);
      return ({ datagram, reply }: Responder): void => {
        reply(received(datagram)!);
      };
    };
    const octets = async (value: number) => {
      aheadMs += 300_000;
      const {
        interfaces: [first],
      } = await poll(jumping(value));
      expect(first?.cells.length).toBeGreaterThanOrEqual(CELLS - 1);
      return first?.cells.find(({ counter }) => counter === counters.in_octets.id)?.value;
    };
    expect([await octets(1_000), await octets(2 ** 52), await octets(9_000)]).toEqual([
      1_000n,
      undefined,
      9_000n,
    ]);
    expect(faults).toEqual(new Map([['counter fault', 1]]));
  });

  it('restarted is learned again, unlike one that did not', async () => {
    await poll(honestly);
    expect((await poll(honestly)).learned).toBeUndefined();
    const restarted = honest(portTable(['Gi0/0', 'Gi0/1'], 50));
    const result = await poll(({ datagram, reply }) => {
      reply(restarted(datagram)!);
    });
    expect(result.learned?.size).toBe(2);
  });

  it('responds to v2c with a signed v3 message is ignored, and the poll ends', async () => {
    const result = await poll(({ datagram, reply }) => {
      reply(writeTree(asV3(readTree(Buffer.from(honestTable(datagram)!)), 1)));
    }, silence);
    expect(result.responded).toBe(false);
    expect(faults.get('stray datagram')).toBe(2);
  });
});
