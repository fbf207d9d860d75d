import { planOf } from '#ingest/snmp/catalogue/polling-plan.ts';
import { newMemory } from '#ingest/snmp/device-memory.ts';
import type { DeviceMemory } from '#ingest/snmp/device-memory.ts';
import { openAgent } from '#ingest/snmp/net-snmp-agent.ts';
import { column } from '#ingest/snmp/objects.ts';
import { pollDevice } from '#ingest/snmp/poll-device.ts';
import type { PollFault } from '#ingest/snmp/poll.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import { builtInPolling } from '#schemas/polling/poller.ts';
import { edgeDevice, edgePort } from '#tests/fixtures/snmp/edge-device.ts';
import { forge } from '#tests/fixtures/snmp/forge.ts';
import { startSnmpd } from './snmpd-agent.ts';
import { startUdpBetween } from '../flow/udp-between.ts';

const plan = planOf(builtInPolling);
const port = edgePort(10, 'lo');
const device = edgeDevice(port.id);

/** What an agent can answer to a request before its true answer comes. */
const FORGED_PER_ANSWER = 12;
/** What one poll leaves behind is where the next one begins; so many, then all is forgotten. */
const POLLS_PER_MEMORY = 40;
const WITHIN_MS = 1_000;
/** A poll that did not end by then never will. */
const HANGS_MS = 30_000;

export interface SnmpFuzz {
  /** One poll of each version and level of security. Throws when one throws or does not end, with what was sent. */
  round(next: () => number): Promise<void>;
  readonly faults: ReadonlyMap<PollFault, number>;
  readonly polls: number;
  readonly forged: number;
  readonly answered: number;
  close(): Promise<void>;
}

/** Polls of Debian's snmpd whose answers are preceded by mutations of them. */
export async function startSnmpFuzz(): Promise<SnmpFuzz> {
  const snmpd = await startSnmpd([
    'createUser open',
    'rouser open noauth',
    'createUser signed SHA-256 "to be authentic"',
    'rouser signed auth',
    'createUser sealed SHA-256 "to be authentic" AES "to be private"',
    'rouser sealed auth',
    'rocommunity in-test-v1 127.0.0.1',
  ]);
  const between = await startUdpBetween(snmpd.port);
  const auth = { protocol: 'SHA-256', password: 'to be authentic' } as const;
  const v3 = { version: 'v3', port: between.port, context: '', auth: undefined, priv: undefined } as const;
  const accesses: readonly SnmpAccess[] = [
    { version: 'v1', port: between.port, community: 'in-test-v1' },
    { version: 'v2c', port: between.port, community: snmpd.community },
    { ...v3, user: 'open' },
    { ...v3, user: 'signed', auth },
    { ...v3, user: 'sealed', auth, priv: { protocol: 'AES-128', password: 'to be private' } },
  ];
  const memories = new Map<SnmpAccess, DeviceMemory>();
  const faults = new Map<PollFault, number>();
  const count = (fault: PollFault): void => {
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
  };
  const sent: Buffer[] = [];
  const fuzz = { polls: 0, forged: 0, answered: 0, faults };

  async function poll(access: SnmpAccess, next: () => number): Promise<void> {
    if (fuzz.polls % (POLLS_PER_MEMORY * accesses.length) === 0) memories.clear();
    const memory = memories.get(access) ?? newMemory(column.ifName);
    memories.set(access, memory);
    sent.length = 0;
    between.meddle = (answer, send) => {
      for (let turn = next() % FORGED_PER_ANSWER; turn > 0; turn -= 1) {
        const forged = forge(answer, access, next);
        sent.push(forged);
        fuzz.forged += 1;
        // A datagram carries no more.
        if (forged.length <= 65_000) send(forged);
      }
      send(answer);
    };
    const patience = { timeoutMs: WITHIN_MS, retries: 0 };
    const agent = await openAgent({ address: '127.0.0.1', access }, patience, memory);
    if (agent === undefined) throw new Error('127.0.0.1 is no address');
    try {
      const deadlineMs = systemClock.elapsed() + WITHIN_MS;
      const result = await pollDevice({
        ...{ agent, device, memory, plan, count, deadlineMs },
        ...{ components: [], interfaces: [port], clock: systemClock },
      });
      fuzz.polls += 1;
      if (result.answered) fuzz.answered += 1;
    } finally {
      agent.close();
    }
  }

  async function ends(access: SnmpAccess, next: () => number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const hangs = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error('the poll does not end'));
      }, HANGS_MS);
    });
    try {
      await Promise.race([poll(access, next), hangs]);
    } catch (error) {
      const messages = sent.map((message) => message.toString('hex')).join('\n');
      throw new Error(`SNMP ${access.version}, after\n${messages}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  return Object.assign(fuzz, {
    async round(next: () => number): Promise<void> {
      for (const access of accesses) await ends(access, next);
    },
    async close(): Promise<void> {
      between.close();
      await snmpd.close();
    },
  });
}
