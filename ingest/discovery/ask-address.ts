import type { Clock } from '#platform/clock/clock.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, Refusal } from '../snmp/agent.ts';
import { budgetedAgent } from './budgeted-agent.ts';
import { explore, system } from './explore.ts';
import type { PacketBudget } from './packet-budget.ts';

export interface AddressNeeds {
  readonly openAgent: (address: string, access: SnmpAccess) => Promise<Agent | undefined>;
  readonly credentials: readonly SnmpAccess[];
  readonly budget: PacketBudget;
  readonly retries: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export type Asked =
  | { readonly ok: true; readonly found: FoundDevice }
  | { readonly ok: false; readonly reason: Refusal };

/** Somebody who refuses says more than silence: of several reasons the first that is not a timeout counts. */
const telling = (reasons: readonly Refusal[]): Refusal =>
  reasons.find((reason) => reason !== 'timeout' && reason !== 'unreachable') ?? reasons[0] ?? 'unreachable';

async function tryCredential(needs: AddressNeeds, address: string, credential: number): Promise<Asked> {
  const access = needs.credentials[credential];
  const opened = access === undefined ? undefined : await needs.openAgent(address, access);
  if (opened === undefined) return { ok: false, reason: 'unreachable' };
  const agent = budgetedAgent(opened, needs.budget, needs.retries);
  try {
    const opening = await agent.get(system);
    if (!opening.ok) return opening;
    const { clock, signal } = needs;
    return { ok: true, found: await explore({ agent, clock, address, credential, signal }, opening) };
  } finally {
    agent.close();
  }
}

/** Tries the credentials one after the other, and reads the device with the first that is answered. */
export async function askAddress(needs: AddressNeeds, address: string): Promise<Asked> {
  const reasons: Refusal[] = [];
  for (const credential of needs.credentials.keys()) {
    if (needs.signal.aborted) break;
    const asked = await tryCredential(needs, address, credential);
    if (asked.ok) return asked;
    reasons.push(asked.reason);
  }
  return { ok: false, reason: telling(reasons) };
}
