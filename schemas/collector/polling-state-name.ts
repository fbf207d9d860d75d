import { z } from 'zod';

/**
 * A separate file, since the console parses addresses before it loads screens. `late`: it replies, and samples of the last quarter of an hour arrived too late to be measured. `waiting`: not yet polled since the poller started. `silent`: the last polls had no reply; `dead`: at least three of them. `not
 * polled`: no SNMP access. `refused`: its address must not be called. `deactivated`: collection is disabled.
 */
export const PollingStateName = z.enum([
  'responding',
  'late',
  'silent',
  'dead',
  'waiting',
  'not polled',
  'refused',
  'deactivated',
]);
export type PollingStateName = z.infer<typeof PollingStateName>;
