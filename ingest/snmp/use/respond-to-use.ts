import type { Bus } from '#platform/bus/bus.ts';
import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerUseRequest, type PollerUseReport } from '#schemas/polling/poller-use.ts';
import { useReport, type PolledUse } from './use-report.ts';

interface Needs {
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Name of this poller. */
  readonly name: string;
  /** Live pollers, this one included. */
  readonly members: () => number;
  readonly intervalMs: number;
  readonly polled: () => Iterable<PolledUse>;
}

/** Reports to the server what the pollers read. */
export function respondToUse({ bus, name, members, intervalMs, polled }: Needs, signal: AbortSignal): void {
  bus.subscribe(
    subjects.pollerUse,
    ({ data, respond }) => {
      const query = PollerUseRequest.parse(unpackJson(data));
      const report: PollerUseReport = {
        poller: name,
        pollers: members(),
        intervalMs,
        ...useReport(polled(), query),
      };
      respond(packJson(report));
    },
    { signal },
  );
}
