import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackJson } from '#platform/bus/packed-json.ts';
import { loadInventory } from '#platform/inventory/load.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerReport } from '#schemas/collector/polled-device.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { device as deviceTable } from '#schemas/table/inventory.ts';
import type { poller as pollerTable } from '#schemas/table/polling.ts';
import type { NewRow } from '#schemas/table/relation.ts';
import { samples } from '#schemas/table/samples.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startPoller } from '../../fixtures/snmp/start-poller.ts';
import { startSnmpd, type Snmpd } from '../../fixtures/snmp/snmpd-agent.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';
import { atNight } from '#tests/gate/at-night.ts';

const codec = codecOf(samples);
type Row = ReturnType<typeof codec.decode>[number];

async function element(
  db: Db,
  values: {
    customer_id: number;
    kind: 'site' | 'device' | 'interface';
    parent_id: number | null;
    name: string;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('network_element')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const v3User = ['createUser sealed SHA-256 "to be authentic" AES-256 "to be private"', 'rouser sealed priv'];
const sealedUser = {
  snmp_version: 'v3',
  snmp_user: 'sealed',
  snmp_auth_protocol: 'SHA-256',
  snmp_auth_password: 'to be authentic',
  snmp_priv_protocol: 'AES-256',
  snmp_priv_password: 'to be private',
};

/**
 * One customer, one site, one device with the port `lo`, one device without an agent, and devices with other
 * versions of SNMP at the same agent.
 */
async function network(db: Db, agent: Snmpd) {
  const profile = await db
    .insertInto('customer_profile')
    .values({ name: 'all' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const customer = await db
    .insertInto('customer')
    .values({ client_id: 'a', name: 'A', profile_id: profile.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const customer_id = customer.id;
  const site = await element(db, { customer_id, kind: 'site', parent_id: null, name: 'Paris' });
  await db.insertInto('site').values({ id: site, latitude: 48.8, longitude: 2.3 }).execute();
  const device = async (name: string, access: Partial<NewRow<typeof deviceTable>>): Promise<number> => {
    const id = await element(db, { customer_id, kind: 'device', parent_id: site, name });
    await db
      .insertInto('device')
      .values({ id, address: '127.0.0.1', snmp_port: agent.port, ...access })
      .execute();
    return id;
  };
  const community = { snmp_version: 'v2c', snmp_community: agent.community };
  const edge = await device('edge', community);
  const silent = await device('silent', { ...community, snmp_port: 9 });
  const old = await device('old', { ...community, snmp_version: 'v1' });
  const sealed = await device('sealed', sealedUser);
  const wrong = await device('wrong', { ...sealedUser, snmp_auth_password: 'is wrong here' });
  const lo = await element(db, { customer_id, kind: 'interface', parent_id: edge, name: 'lo' });
  const deleted = await element(db, { customer_id, kind: 'interface', parent_id: edge, name: 'Gi0/9' });
  const oldLo = await element(db, { customer_id, kind: 'interface', parent_id: old, name: 'lo' });
  const sealedLo = await element(db, { customer_id, kind: 'interface', parent_id: sealed, name: 'lo' });
  for (const id of [lo, deleted, oldLo, sealedLo])
    await db.insertInto('network_interface').values({ id, if_index: 77 }).execute();
  return { customer_id, site, edge, silent, wrong, lo, deleted, oldLo, sealedLo };
}

describe('the poller and a real snmpd', () => {
  let stack: Stack;
  let agent: Snmpd;
  let poller: ChildProcess;
  let ids: Awaited<ReturnType<typeof network>>;
  const rows: Row[] = [];
  const announced: string[] = [];
  const reading = new AbortController();

  const rowsOf = (elementId: number, counter: keyof typeof counters): readonly Row[] =>
    rows.filter((row) => row.element === elementId && row.counter === counters[counter].id);

  beforeAll(async () => {
    [stack, agent] = await Promise.all([openStack({ seal: false }), startSnmpd(v3User)]);
    ids = await network(stack.db, agent);
    const partition = ids.customer_id % 2;
    const source = {
      stream: 'SAMPLES',
      subject: `samples.${String(partition)}`,
      fromSeq: 1,
      signal: reading.signal,
    };
    const read = async (): Promise<void> => {
      for await (const message of stack.bus.orderedReader(source)) rows.push(...codec.decode(message.data));
    };
    void read();
    stack.bus.subscribe(
      subjects.config('inventory'),
      ({ subject }) => {
        announced.push(subject);
      },
      { signal: reading.signal },
    );
    poller = startPoller(stack, { POLL_INTERVAL_SECONDS: '2', POLL_TIMEOUT_MS: '300' });
  });
  afterAll(async () => {
    reading.abort();
    poller.kill('SIGKILL');
    await Promise.all([stack.close(), agent.close()]);
  });

  it('finds the port by its name and reads the counters that snmpget reads', async () => {
    const objects = [counters.in_octets.oid, counters.out_octets.oid, counters.in_unicast.oid].map(
      (oid) => `${oid}.1`,
    );
    const before = (await agent.get(...objects)).map(BigInt);
    const seen = rowsOf(ids.lo, 'in_octets').length;
    // The poll in progress may have been answered before; the one after it was not.
    await until('two polls', () => rowsOf(ids.lo, 'in_octets').length >= seen + 2);
    const after = (await agent.get(...objects)).map(BigInt);
    for (const [at, counter] of (['in_octets', 'out_octets', 'in_unicast'] as const).entries()) {
      const value = rowsOf(ids.lo, counter).at(-1)!.value;
      expect(value).toBeGreaterThanOrEqual(before[at]!);
      expect(value).toBeLessThanOrEqual(after[at]!);
    }
    expect(rowsOf(ids.lo, 'oper_up').at(-1)!.value).toBe(1n);
    expect(rowsOf(ids.lo, 'speed').at(-1)!.value).toBe(10_000_000n);
  });

  it('gives all values of a response one time and the sysUpTime of the response', async () => {
    const last = rowsOf(ids.lo, 'in_octets').at(-1)!;
    const ofPort = rows.filter((row) => row.at === last.at && row.element === ids.lo);
    expect(ofPort.length).toBe(15);
    expect(new Set(ofPort.map(({ uptime }) => uptime)).size).toBe(1);
    const ticks = Number((await agent.get('1.3.6.1.2.1.1.3.0'))[0]);
    expect(Number(last.uptime)).toBeLessThanOrEqual(ticks * 10);
    expect(Number(last.uptime)).toBeGreaterThan(0);
    expect(Date.now() - last.at).toBeLessThan(timeLimit(10_000));
  });

  it('reports 1 for a device that responded and 0 for one that did not', async () => {
    await until('the silent device was due', () => rowsOf(ids.silent, 'poll').length > 0);
    expect(rowsOf(ids.silent, 'poll').every(({ value }) => value === 0n)).toBe(true);
    expect(rowsOf(ids.edge, 'poll').every(({ value }) => value === 1n)).toBe(true);
    expect(rows.filter((row) => row.element === ids.silent).length).toBe(rowsOf(ids.silent, 'poll').length);
  });

  atNight(
    'keeps the learned ifIndex in the inventory, none for a port the device has not, and announces that once',
    async () => {
      const index = async (id: number) => (await loadInventory(stack.db)).interfaces.get(id)?.index;
      await until('the index is saved', async () => (await index(ids.lo)) === 1);
      expect(await index(ids.deleted)).toBeNull();
      await until('all are', async () => (await index(ids.oldLo)) === 1 && (await index(ids.sealedLo)) === 1);
      const before = announced.length;
      // Each device announces at most once.
      expect(before).toBeLessThanOrEqual(3);
      const polls = rowsOf(ids.edge, 'poll').length;
      await until('more polls', () => rowsOf(ids.edge, 'poll').length > polls + 1);
      expect(announced.length).toBe(before);
    },
  );

  atNight('reads the memory and the disks of the device', async () => {
    await until('the memory', () => rowsOf(ids.edge, 'memory_total').length > 0);
    const value = (counter: keyof typeof counters): number => Number(rowsOf(ids.edge, counter).at(-1)?.value);
    const [memTotalReal, memSysAvail] = (
      await agent.get('1.3.6.1.4.1.2021.4.5.0', '1.3.6.1.4.1.2021.4.27.0')
    ).map((kibibytes) => Number(kibibytes) * 1_024);
    expect(value('memory_total')).toBe(memTotalReal);
    // Buffers and page cache are not in use.
    const used = memTotalReal! - memSysAvail!;
    expect(Math.abs(value('memory_used') - used)).toBeLessThan(0.1 * memTotalReal!);
    expect(value('disk_used')).toBeLessThanOrEqual(value('disk_total'));
    expect(rowsOf(ids.edge, 'sla_probes')).toEqual([]);
  });

  atNight('reads the same values with v1 in 32 bit and with v3 encrypted as snmpget with v2c', async () => {
    const octets = async (): Promise<bigint> => BigInt((await agent.get(`${counters.in_octets.oid}.1`))[0]!);
    for (const id of [ids.oldLo, ids.sealedLo]) {
      const before = await octets();
      const seen = rowsOf(id, 'in_octets').length;
      await until('two polls', () => rowsOf(id, 'in_octets').length >= seen + 2);
      const { value } = rowsOf(id, 'in_octets').at(-1)!;
      expect(value).toBeGreaterThanOrEqual(before % 2n ** 32n);
      expect(value).toBeLessThanOrEqual(await octets());
    }
  });

  it('reports a device with a wrong password as unresponsive', async () => {
    await until('it was due', () => rowsOf(ids.wrong, 'poll').length > 0);
    expect(rowsOf(ids.wrong, 'poll').every(({ value }) => value === 0n)).toBe(true);
  });

  it('reports to the server how each device was polled, and why not', async () => {
    const of = async (id: number) =>
      PollerReport.parse(unpackJson(await stack.bus.request(subjects.polledDevices, ''))).devices.find(
        ({ device }) => device === id,
      );
    await until('it was rejected', async () => ((await of(ids.wrong))?.silentPolls ?? 0) > 0);
    expect(await of(ids.wrong)).toMatchObject({
      customer: ids.customer_id,
      respondedAt: 0,
      lastFault: 'wrong digest',
    });
    expect((await of(ids.silent))?.faults).toHaveProperty('timeout');
    const edge = (await of(ids.edge))!;
    expect(edge).toMatchObject({ silentPolls: 0, faults: { 'interface missing': 1 } });
    expect(edge.respondedAt).toBeGreaterThan(edge.polledAt - 1);
  });

  atNight('follows the pollers that an administrator defines and disables, without a restart', async () => {
    const { db, bus } = stack;
    const of = (elementId: number, counter: number): readonly Row[] =>
      rows.filter((row) => row.element === elementId && row.counter === counter);
    const define = async (key: string, values: Partial<NewRow<typeof pollerTable>>): Promise<number> => {
      const level = values.level ?? 'device';
      const { id } = await db
        .insertInto('polled_counter')
        .values({ key, kind: values.incremental === true ? 'counter32' : 'gauge', element: level })
        .returning('id')
        .executeTakeFirstOrThrow();
      const common = { name: key, level, oid: '1.3', value_type: 'gauge' as const, counters: [key] };
      await db
        .insertInto('poller')
        .values({ ...common, ...values })
        .execute();
      return id;
    };
    const load = await define('load', {
      oid: '1.3.6.1.4.1.2021.10.1.3',
      script: 'procedure(first)',
      value_type: 'text',
    });
    const memory = await define('real_memory', { oid: '1.3.6.1.4.1.2021.4.5.0', value_type: 'integer' });
    const missing = await define('missing', { oid: '1.3.6.1.4.1.99999.1.0', default_value: 42 });
    const typed = await define('typed', { oid: '1.3.6.1.2.1.1.5.0' });
    const protocols = await define('unknown_protocols', {
      level: 'interface',
      oid: '1.3.6.1.2.1.2.2.1.15',
      value_type: 'counter32',
      incremental: true,
    });
    await db.insertInto('deactivated_poller').values({ key: 'in-unicast' }).execute();
    expect(load).toBe(10_000);
    const startedMs = Date.now();
    bus.publish(subjects.config('polling'), '');
    await until(
      'the new counters',
      () => of(ids.lo, protocols).length > 0 && of(ids.edge, memory).length > 1,
    );
    expect(Date.now() - startedMs).toBeLessThan(timeLimit(60_000));
    const [memTotalReal, inUnknown] = await agent.get('1.3.6.1.4.1.2021.4.5.0', '1.3.6.1.2.1.2.2.1.15.1');
    expect(of(ids.edge, memory).at(-1)!.value).toBe(BigInt(memTotalReal!));
    expect(of(ids.lo, protocols).at(-1)!.value).toBe(BigInt(inUnknown!));
    expect(of(ids.edge, load).length).toBeGreaterThan(0);
    expect(of(ids.edge, missing).at(-1)!.value).toBe(42n);
    expect(of(ids.edge, typed)).toEqual([]);
    const last = rowsOf(ids.lo, 'in_octets').at(-1)!;
    expect(rowsOf(ids.lo, 'in_unicast').some(({ at }) => at === last.at)).toBe(false);
  });

  it('drains on SIGTERM', async () => {
    const ended = once(poller, 'exit');
    poller.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
