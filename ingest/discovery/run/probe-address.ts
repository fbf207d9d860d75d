import type { Clock } from '#platform/clock/clock.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, RequestFailure } from '../../snmp/agent/agent.ts';
import { rateLimitedAgent } from './rate-limited-agent.ts';
import { readFoundDevice, systemObjects } from '../device/read-found-device.ts';
import type { PacketRateLimit } from './packet-rate-limit.ts';

export interface ProbeNeeds {
  readonly openAgent: (address: string, access: SnmpAccess) => Promise<Agent | undefined>;
  readonly credentials: readonly SnmpAccess[];
  readonly budget: PacketRateLimit;
  readonly retries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type AddressResult =
  | { readonly ok: true; readonly found: FoundDevice }
  | { readonly ok: false; readonly reason: RequestFailure };

/** Picks the most informative failure: the first that is not a timeout. */
const mostInformative = (reasons: readonly RequestFailure[]): RequestFailure =>
  reasons.find((reason) => reason !== 'timeout' && reason !== 'unreachable') ?? reasons[0] ?? 'unreachable';

async function tryCredential(needs: ProbeNeeds, address: string, credential: number): Promise<AddressResult> {
  const access = needs.credentials[credential];
  const opened = access === undefined ? undefined : await needs.openAgent(address, access);
  if (opened === undefined) return { ok: false, reason: 'unreachable' };
  const agent = rateLimitedAgent(opened, needs.budget, needs.retries);
  try {
    const opening = await agent.get(systemObjects);
    if (!opening.ok) return opening;
    const { clock, signal } = needs;
    return { ok: true, found: await readFoundDevice({ agent, clock, address, credential, signal }, opening) };
  } finally {
    agent.close();
  }
}

/** Tries the credentials in order and reads the device with the first that works. */
export async function probeAddress(needs: ProbeNeeds, address: string): Promise<AddressResult> {
  const reasons: RequestFailure[] = [];
  for (const credential of needs.credentials.keys()) {
    if (needs.signal.aborted) break;
    const outcome = await tryCredential(needs, address, credential);
    if (outcome.ok) return outcome;
    reasons.push(outcome.reason);
  }
  return { ok: false, reason: mostInformative(reasons) };
}
