import { packJson, unpackJson } from '#platform/bus/packed-json.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PollerUseReport, type PollerUse, type PollerUseRequest } from '#schemas/polling/poller-use.ts';

/** Pollers reply within milliseconds; one that was just killed counts as live for two seconds. */
const TIMEOUT_MS = 1_000;

export type UseReport = Pick<PollerUseReport, 'intervalMs' | 'devices' | 'interfaces' | 'uses' | 'listed'>;

const added = (one: PollerUse, other: PollerUse | undefined): PollerUse =>
  other === undefined
    ? one
    : {
        id: one.id,
        devices: one.devices + other.devices,
        objects: one.objects + other.objects,
        values: one.values === null || other.values === null ? null : one.values + other.values,
        requests: one.requests + other.requests,
      };

/** The reports of all poller processes as one. */
function merged(reports: readonly PollerUseReport[]): UseReport {
  const uses = new Map<string, PollerUse>();
  for (const use of reports.flatMap((report) => report.uses)) uses.set(use.id, added(use, uses.get(use.id)));
  const sum = (of: 'devices' | 'interfaces'): number =>
    reports.reduce((total, report) => total + report[of], 0);
  return {
    intervalMs: reports[0]?.intervalMs ?? 0,
    devices: sum('devices'),
    interfaces: sum('interfaces'),
    uses: [...uses.values()],
    listed: reports.flatMap(({ listed }) => listed),
  };
}

/** What the poller processes read. Rejects if none replies. */
export async function readUseReports(
  bus: Pick<Bus, 'requestAll'>,
  query: PollerUseRequest,
): Promise<UseReport> {
  const reports: PollerUseReport[] = [];
  await bus.requestAll(subjects.pollerUse, packJson(query), {
    timeoutMs: TIMEOUT_MS,
    isEnough(reply) {
      reports.push(PollerUseReport.parse(unpackJson(reply)));
      return reports.length >= Math.max(...reports.map(({ pollers }) => pollers));
    },
  });
  return merged(reports);
}
