import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { Log } from '#platform/log/log.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import {
  SNMP_PROBE,
  SnmpProbe,
  type SnmpInterfaceProbeResult,
  type SnmpProbeResult,
} from '#schemas/settings/snmp/credential-routes.ts';
import type { z } from 'zod';
import type { Agent } from '../snmp/agent/agent.ts';
import { newMemory } from '../snmp/device/device-memory.ts';
import { readInterfaces } from './device/read-interfaces.ts';
import { systemObjects } from './device/read-found-device.ts';
import { trimmedText } from '../snmp/request/read-columns.ts';
import type { AllowedAgents } from '../snmp/agent/allowed-agents.ts';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
  readonly openAgent: AllowedAgents['open'];
  readonly refusalOf: AllowedAgents['refusalOf'];
  readonly log: Pick<Log, 'warn'>;
}

const BUDGET = { timeoutMs: 2_000, retries: 2 };
/** The server waits no longer than 15 s. */
const MAX_INTERFACES_MS = 8_000;

type Interfaces = z.infer<typeof SnmpInterfaceProbeResult>['interfaces'];

async function interfacesOf(agent: Agent, { clock }: Pick<Needs, 'clock'>): Promise<Interfaces> {
  const deadlineMs = clock.elapsed() + MAX_INTERFACES_MS;
  const found = await readInterfaces({
    agent,
    memory: newMemory(),
    count: () => undefined,
    hasTime: () => clock.elapsed() < deadlineMs,
    nowMs: () => clock.now().getTime(),
  });
  return (found ?? []).map(({ name, alias, type }) => ({ name, alias, type }));
}

const failed = (failure: string, durationMs: number): SnmpProbeResult => ({
  ok: false,
  name: '',
  description: '',
  failure,
  durationMs,
});

/** Reads the system group of an address and, if wanted, its interfaces, under the rules of discovery. */
async function probe(
  { address, access, withInterfaces }: SnmpProbe,
  { openAgent, refusalOf, clock }: Needs,
): Promise<SnmpProbeResult & { interfaces?: Interfaces }> {
  const startMs = clock.elapsed();
  const tookMs = (): number => Math.round(clock.elapsed() - startMs);
  const settings = accessOf(accessCells(access));
  const agent =
    settings === undefined
      ? undefined
      : await openAgent({ address, access: settings }, BUDGET, { engine: undefined });
  if (agent === undefined) return failed(refusalOf(address) ?? 'blocked', tookMs());
  try {
    const response = await agent.get(systemObjects);
    if (!response.ok) return failed(response.reason, tookMs());
    const [description = '', , name = ''] = response.bindings.map(({ value }) => trimmedText(value));
    const interfaces = withInterfaces ? { interfaces: await interfacesOf(agent, { clock }) } : {};
    return { ok: true, name, description, failure: '', durationMs: tookMs(), ...interfaces };
  } finally {
    agent.close();
  }
}

/** Reads an address on request of the server: it reaches no device itself. */
export function respondToProbes(needs: Needs, signal: AbortSignal): void {
  needs.bus.subscribe(
    subjects.snmpProbe,
    ({ data, respond }) => {
      void Promise.resolve()
        .then(() => {
          const text = needs.secrets.open(new TextDecoder().decode(data), SNMP_PROBE);
          return probe(SnmpProbe.parse(JSON.parse(text)), needs);
        })
        .catch((error: unknown) => {
          needs.log.warn({ err: error }, 'snmp probe failed');
          return failed('failed', 0);
        })
        .then((result) => respond(JSON.stringify(result)));
    },
    { signal, queue: 'discovery' },
  );
}
