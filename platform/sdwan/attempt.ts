import type { Clock } from '#platform/clock/clock.ts';
import { connectivityOf, type Connectivity } from '#schemas/limit/collection.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';
import { CHECK_TIMEOUT_MS } from '#schemas/sdwan/server.ts';
import { ManagerError, type ManagerFault } from './sdwan-error.ts';
import type { ManagerClient } from './sdwan-client.ts';
import { withDeadline } from './sdwan-http.ts';

/** How an attempt to reach a manager went. */
export interface Attempt {
  readonly state: Connectivity;
  readonly at: Date;
  readonly responseMs: number | null;
  readonly fault: { readonly code: ManagerFault; readonly params: TextParameters } | null;
}

/**
 * Runs an attempt with a client and judges it by the slowest of its responses: one that consists of thousands of responses is
 * no lag. An error that is not the manager's rejects.
 */
export async function attemptUntil(
  { clock, client }: { readonly clock: Clock; readonly client: Pick<ManagerClient, 'takeSlowestMs'> },
  run: (signal: AbortSignal) => Promise<void>,
  timeoutMs: number = CHECK_TIMEOUT_MS,
): Promise<Attempt> {
  client.takeSlowestMs();
  try {
    await withDeadline(clock, { timeoutMs }, run);
    const responseMs = Math.round(client.takeSlowestMs() ?? 0);
    return { state: connectivityOf(responseMs), at: clock.now(), responseMs, fault: null };
  } catch (error) {
    if (!(error instanceof ManagerError)) throw error;
    const fault = { code: error.code, params: error.params };
    return { state: 'unavailable', at: clock.now(), responseMs: null, fault };
  }
}

/** The columns that keep an attempt. */
export const attemptColumns = ({ state, at, responseMs, fault }: Attempt) => ({
  connectivity: state,
  connectivity_at: at,
  response_ms: responseMs,
  connectivity_fault: fault,
});
