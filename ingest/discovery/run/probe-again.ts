import type { SnmpAccess } from '#schemas/inventory/snmp-access.ts';
import type { RequestBudget, RequestFailure } from '../../snmp/agent/agent.ts';
import { systemObjects } from '../device/read-found-device.ts';
import type { AddressEvidence } from '../proposal/unresponsive-devices.ts';
import type { ProbeNeeds } from './probe-address.ts';
import { rateLimitedAgent } from './rate-limited-agent.ts';

/** A request whose failure makes a device vanish gets more patience than one to an address that is probably empty. */
const MIN_TIMEOUT_MS = 2_000;
const MIN_RETRIES = 2;

export const lastPatience = ({ timeoutMs, retries }: RequestBudget): RequestBudget => ({
  timeoutMs: Math.max(timeoutMs, MIN_TIMEOUT_MS),
  retries: Math.max(retries, MIN_RETRIES),
});

async function request(
  needs: ProbeNeeds,
  address: string,
  access: SnmpAccess,
): Promise<RequestFailure | 'ok'> {
  const opened = await needs.openAgent(address, access);
  if (opened === undefined) return 'unreachable';
  const agent = rateLimitedAgent(opened, needs.budget, needs.retries);
  try {
    const response = await agent.get(systemObjects);
    return response.ok ? 'ok' : response.reason;
  } finally {
    agent.close();
  }
}

/** What a second probe needs: with the patience of `lastPatience` for the credential of the inventory, that of the run for its own. */
export interface RepeatNeeds {
  readonly patient: ProbeNeeds;
  readonly usual: ProbeNeeds;
}

/**
 * Probes the address of a device of the inventory that a run did not find, first with the credential and port of the inventory, then with
 * those of the run.
 */
export async function probeAgain(
  { patient, usual }: RepeatNeeds,
  address: string,
  own: SnmpAccess | undefined,
): Promise<AddressEvidence> {
  if (own === undefined) return 'not asked';
  let outcome = await request(patient, address, own);
  for (const access of usual.credentials)
    if (outcome === 'timeout') outcome = await request(usual, address, access);
  if (outcome === 'timeout') return 'silent';
  return outcome === 'ok' ? 'responds' : 'rejected';
}
