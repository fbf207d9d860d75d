import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { respondToLines } from './line/respond-to-lines.ts';
import type { SharedShards } from '#platform/lease/shared-shards.ts';
import { respondToRealtime, type RealtimeNeeds } from './realtime/respond-to-realtime.ts';
import { respondToTests } from './test/respond-to-tests.ts';
import type { PollTestNeeds } from './test/test-poller.ts';
import { respondToUse } from './use/respond-to-use.ts';
import type { PolledUse } from './use/use-report.ts';

interface Needs extends PollTestNeeds {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  /** Name of this poller. */
  readonly name: string;
  readonly sharing: Pick<SharedShards, 'members' | 'owned'>;
  readonly poller: { readonly polled: () => Iterable<PolledUse> };
  readonly intervalMs: number;
  readonly minIntervalMs: number;
  readonly openRealtime: RealtimeNeeds['openAgent'];
  readonly definitions: RealtimeNeeds['definitions'];
}

/** Responds to the requests of screens: what pollers read, what counters say of lines, a test on a device, an element in real time. */
export function respondToServer(
  { sharing: { members, owned }, poller, ...needs }: Needs,
  signal: AbortSignal,
): void {
  respondToUse({ ...needs, members, polled: () => poller.polled() }, signal);
  respondToLines({ ...needs, members, polled: () => poller.polled() }, signal);
  respondToTests(needs, signal);
  respondToRealtime({ ...needs, openAgent: needs.openRealtime, owned, members }, signal);
}
