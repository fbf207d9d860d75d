import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import type { PollSharing } from './poll-sharing.ts';
import { respondToTests } from './test/respond-to-tests.ts';
import type { PollTestNeeds } from './test/test-poller.ts';
import { respondToUse } from './use/respond-to-use.ts';
import type { PolledUse } from './use/use-report.ts';

interface Needs extends PollTestNeeds {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Pick<Log, 'warn'>;
  /** Name of this poller. */
  readonly name: string;
  readonly sharing: Pick<PollSharing, 'members'>;
  readonly poller: { readonly polled: () => Iterable<PolledUse> };
  readonly intervalMs: number;
}

/** Answers the questions of the screen of pollers: what they read, and a test on a device. */
export function respondToServer(
  { sharing: { members }, poller, ...needs }: Needs,
  signal: AbortSignal,
): void {
  respondToUse({ ...needs, members, polled: () => poller.polled() }, signal);
  respondToTests(needs, signal);
}
