import { DEAD_POLLS } from '#schemas/collector/polling-state.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { RequestBudget } from '../agent/agent.ts';

/** A poll of a dead device occupies a slot for a whole timeout, so live devices keep three quarters of the slots. */
const MAX_DEAD_SHARE = 0.25;

export const isDead = ({ missedPolls }: Pick<DeviceMemory, 'missedPolls'>): boolean =>
  missedPolls >= DEAD_POLLS;

/**
 * A dead device gets one request per poll without retries. It is still polled at every interval: an unanswered poll is
 * a data point of availability, and a recovered device shows at its next poll.
 */
export const budgetFor = (
  memory: Pick<DeviceMemory, 'missedPolls'>,
  { timeoutMs, retries }: RequestBudget,
): RequestBudget => ({ timeoutMs, retries: isDead(memory) ? 0 : retries });

/** Maximum concurrent polls of dead devices. */
export const maxDeadPolls = (concurrency: number): number =>
  Math.max(1, Math.floor(concurrency * MAX_DEAD_SHARE));
