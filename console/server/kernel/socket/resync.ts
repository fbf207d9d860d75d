import { noAlerts } from '#schemas/alerting/counts.ts';
import type { AlertDelta, CountDelta, Topic } from '#schemas/socket/live.ts';

/** Topics whose messages announce something to read, the same for every user. */
export type NoticeTopic = 'window' | 'traffic';
export const isNoticeTopic = (topic: Topic): topic is NoticeTopic =>
  topic === 'window' || topic === 'traffic';

/** Topics whose messages are deltas. */
export type DeltaTopic = Exclude<Topic, NoticeTopic>;

/** A room of such a topic. */
export interface DeltaRoom {
  readonly topic: DeltaTopic;
  readonly customer: number;
}

/** No state has this epoch. A screen that receives it reads its snapshot again. */
const position = { epoch: 'resync', seq: 0, at: 0 } as const;

/** Per topic, a delta that makes a screen read its snapshot again. */
export const resyncs = {
  alert: (customer: number): AlertDelta => ({ ...position, customer }),
  count: (customer: number): CountDelta => ({
    ...position,
    customer,
    counts: noAlerts,
    byAlarm: [],
  }),
};
