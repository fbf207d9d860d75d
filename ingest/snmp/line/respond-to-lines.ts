import type { Bus } from '#platform/bus/bus.ts';
import { packJson } from '#platform/bus/packed-json.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { LineReport } from '#schemas/line/line-finding.ts';
import type { ReadingLimits } from '#schemas/line/narrow-counter.ts';
import type { PolledUse } from '../use/use-report.ts';
import { foundOf } from './line-findings.ts';

interface Needs extends ReadingLimits {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Name of this poller. */
  readonly name: string;
  /** Live pollers, this one included. */
  readonly members: () => number;
  readonly polled: () => Iterable<PolledUse>;
}

/** Reports to the server what the counters say of the lines. */
export function respondToLines(
  { bus, clock, name, members, polled, ...limits }: Needs,
  signal: AbortSignal,
): void {
  bus.subscribe(
    subjects.lineFindings,
    ({ respond }) => {
      const { intervalMs, minIntervalMs } = limits;
      const scope = { intervalMs, minIntervalMs, nowMs: clock.now().getTime() };
      const report: LineReport = {
        poller: name,
        pollers: members(),
        interfaces: [...foundOf(polled(), scope)],
      };
      respond(packJson(report));
    },
    { signal },
  );
}
