import type { FastifyInstance } from 'fastify';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { trafficWayOf } from '#schemas/alerting/traffic.ts';
import {
  alarmPeriod,
  alarmPeriodLimits,
  type AlarmEdge,
  type ChangePeriod,
} from '#schemas/explore/changed/periods.ts';
import { readChangeOfAlarm, readWhatChanged } from '#schemas/explore/changed/what-changed.ts';
import { LAST_SECOND } from '#schemas/kpi/series.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { timeZoneOf, type Caller } from '#server/kernel/access/caller.ts';
import { serve } from '#server/kernel/route/serve.ts';
import { untilClosed } from '#server/kernel/route/until-closed.ts';
import type { ChangedReader } from './changed-reader.ts';

interface Instance {
  readonly customer: number;
  readonly alarm: number;
  readonly element: number;
}

/** Reads the alarms that a caller may see; throws NOT_FOUND for others. */
interface AlarmSource {
  readAlarmHistory(
    caller: Caller,
    instance: Instance,
    period: { readonly until: number; readonly limit: number },
  ): Promise<Pick<AlarmHistory, 'events'>>;
  readAlarmKpi(caller: Caller, instance: Instance): Promise<string>;
}

interface ChangedNeeds {
  readonly changed: ChangedReader;
  readonly alarms: AlarmSource;
  readonly clock: Pick<Clock, 'now'>;
}

/** Events that are read to find when an incident began. */
const READ_EVENTS = 100;

const edgeOf = ({ edge, at, evidence }: AlarmHistory['events'][number]): AlarmEdge => ({
  edge,
  at,
  firstOutlier: evidence.windows.find(({ outlier }) => outlier)?.at,
});

/** Periods of dashboards end with a step: what is still to come has no flows, and lowers no rate. */
const untilNow = ({ from, to }: ChangePeriod, now: number): ChangePeriod => ({
  from,
  to: Math.max(from + 1, Math.min(to, now)),
});

/** What changed in the traffic of a customer, and of the element of an alarm when it began. */
export function changedPlugin(app: FastifyInstance, { changed, alarms, clock }: ChangedNeeds): void {
  const scope = (caller: Caller, customer: number) => ({
    caller,
    customer,
    zone: timeZoneOf(caller, customer),
  });
  const nowSeconds = (): number => Math.floor(clock.now().getTime() / SECOND_MS);
  serve(app, readWhatChanged, ({ params: { customerId }, body, caller, reply }) => {
    const { baseline, measure, depth, element, way, filter } = body;
    const period = untilNow(body.period, nowSeconds());
    const context = { element, way, filter };
    const signal = untilClosed(reply);
    return changed.read({ ...scope(caller, customerId), period, baseline, measure, depth, context, signal });
  });
  serve(app, readChangeOfAlarm, async ({ params: { customerId, ...of }, body, caller, reply }) => {
    const { since, baseline, measure, depth } = body;
    const signal = untilClosed(reply);
    const instance = { customer: customerId, ...of };
    // With the clear that ended the run.
    const until = Math.min(LAST_SECOND, (since ?? LAST_SECOND) + alarmPeriodLimits.longest);
    const [kpi, { events }] = await Promise.all([
      alarms.readAlarmKpi(caller, instance),
      alarms.readAlarmHistory(caller, instance, { until, limit: READ_EVENTS }),
    ]);
    const now = nowSeconds();
    const period = alarmPeriod(events.map(edgeOf), { since: since ?? now, now });
    const context = { element: of.element, way: trafficWayOf(kpi), filter: '' };
    return changed.read({ ...scope(caller, customerId), period, baseline, measure, depth, context, signal });
  });
}
