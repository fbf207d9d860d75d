import { DEAD_POLLS } from '#schemas/collector/polling-state.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Patience } from './net-snmp-agent.ts';

/** Dead devices hold their place for a whole timeout: the living are left three places of four. */
const SHARE = 0.25;

export const isDead = ({ silentPolls }: Pick<DeviceMemory, 'silentPolls'>): boolean =>
  silentPolls >= DEAD_POLLS;

/**
 * A dead device is asked once in each poll, without repeats. It is not asked less often than due: a poll without an answer
 * is what availability is made of, and a device that comes back is to be seen in its next poll.
 */
export const patienceWith = (
  memory: Pick<DeviceMemory, 'silentPolls'>,
  { timeoutMs, retries }: Patience,
): Patience => ({ timeoutMs, retries: isDead(memory) ? 0 : retries });

/** How many polls of dead devices may go on at once. */
export const deadPlaces = (concurrency: number): number => Math.max(1, Math.floor(concurrency * SHARE));
