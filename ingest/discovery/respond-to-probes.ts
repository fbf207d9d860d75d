import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { accessCells, accessOf } from '#platform/inventory/snmp-access.ts';
import type { Log } from '#platform/log/log.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { SnmpProbeResult } from '#schemas/settings/snmp/credential-routes.ts';
import { SNMP_PROBE, SnmpProbe } from '#schemas/settings/snmp/credential-routes.ts';
import { systemObjects } from './device/read-found-device.ts';
import { trimmedText } from '../snmp/request/read-columns.ts';
import type { allowedAgents } from '../snmp/agent/allowed-agents.ts';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly clock: Clock;
  readonly openAgent: ReturnType<typeof allowedAgents>;
  readonly log: Pick<Log, 'warn'>;
}

const BUDGET = { timeoutMs: 2_000, retries: 2 };

const failed = (failure: string, durationMs: number): SnmpProbeResult => ({
  ok: false,
  name: '',
  description: '',
  failure,
  durationMs,
});

/** Reads the system group of an address, under the rules of discovery. */
async function probe({ address, access }: SnmpProbe, { openAgent, clock }: Needs): Promise<SnmpProbeResult> {
  const startMs = clock.elapsed();
  const tookMs = (): number => Math.round(clock.elapsed() - startMs);
  const settings = accessOf(accessCells(access));
  const agent =
    settings === undefined
      ? undefined
      : await openAgent({ address, access: settings }, BUDGET, { engine: undefined });
  if (agent === undefined) return failed('blocked', tookMs());
  try {
    const response = await agent.get(systemObjects);
    if (!response.ok) return failed(response.reason, tookMs());
    const [description = '', , name = ''] = response.bindings.map(({ value }) => trimmedText(value));
    return { ok: true, name, description, failure: '', durationMs: tookMs() };
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
