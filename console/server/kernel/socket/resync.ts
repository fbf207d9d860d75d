import type { AlertDelta, CountDelta, Topic } from '#schemas/socket/live.ts';

/** Topics whose messages lead from one state to the next. */
export type DeltaTopic = Exclude<Topic, 'window'>;

/** A room of such a topic. */
export interface DeltaRoom {
  readonly topic: DeltaTopic;
  readonly customer: number;
}

/** No state has this epoch: by the protocol a screen that gets it reads its snapshot again. */
const position = { epoch: 'resync', seq: 0, at: 0 } as const;

/** For each topic a delta that makes a screen read its snapshot again. */
export const resyncs = {
  alert: (customer: number): AlertDelta => ({ ...position, customer }),
  count: (customer: number): CountDelta => ({
    ...position,
    customer,
    counts: { critical: 0, warning: 0 },
    byAlarm: [],
  }),
};
