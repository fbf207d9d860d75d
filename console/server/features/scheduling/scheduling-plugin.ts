import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { listReportMails, revokeReportMail, sendReportMail } from '#schemas/scheduling/report-mail-routes.ts';
import {
  createScheduling,
  deleteScheduling,
  enableScheduling,
  listSchedulingRuns,
  listSchedulings,
  readSchedulingChoices,
  revokeRunLinks,
  sendScheduling,
  subscribeScheduling,
  unsubscribeScheduling,
  updateScheduling,
} from '#schemas/scheduling/routes.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readAlarmNames } from '../../shared/resource/alarm-names.ts';
import { seesAlarm, type DraftNeeds } from './draft-faults.ts';
import type { ReportMailRepository } from './report-mail/report-mail-repository.ts';
import type { RunRepository } from './run-repository.ts';
import type { SchedulingRepository } from './scheduling-repository.ts';
import type { SchedulingReader } from './stored-scheduling.ts';
import type { SubscriptionRepository } from './subscription-repository.ts';

export interface SchedulingPluginNeeds extends DraftNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly schedulings: SchedulingRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly runs: RunRepository;
  readonly reportMails: ReportMailRepository;
  /** Looks for runs at once. */
  readonly wake: () => void;
}

type ChoiceNeeds = Pick<SchedulingPluginNeeds, 'db' | 'inventory' | 'visibility'>;

const sitesOf = ({ inventory }: Pick<ChoiceNeeds, 'inventory'>, { caller, customer }: SchedulingReader) => {
  const seen = sitesSeenBy(caller, customer);
  const sites = [...inventory.current.sites.values()].filter(
    (site) => site.customer === customer && seen?.has(site.id) !== false,
  );
  return inNameOrder(
    sites.map(({ id, name }) => ({ id, name })),
    ({ name }) => name,
  );
};

/** Alarms and sites that the caller can select. */
async function choicesOf(needs: ChoiceNeeds, reader: SchedulingReader) {
  const { caller, customer } = reader;
  const isSeen = seesAlarm(needs, caller);
  const alarms = caller.permissions.has('ALERT.read')
    ? await readAlarmNames(needs.db, { customer, caller })
    : [];
  return {
    alarms: alarms.filter(({ id }) => isSeen(id)).map(({ id, name }) => ({ id, name })),
    sites: sitesOf(needs, reader),
    setsRequired: caller.allCustomers,
    address: caller.email,
  };
}

/** Reports that users send by mail themselves. */
function serveReportMails(
  app: FastifyInstance,
  { reportMails, wake }: Pick<SchedulingPluginNeeds, 'reportMails' | 'wake'>,
): void {
  serve(app, listReportMails, async ({ caller, params }) => ({
    mails: await reportMails.list({ customer: params.customerId, report: params.resourceId }, caller),
  }));
  serve(app, sendReportMail, async ({ caller, audit, params, body }) => {
    const actor = { caller, audit, customer: params.customerId, report: params.resourceId };
    const mail = await reportMails.send(params.runId, body, actor);
    wake();
    return mail;
  });
  serve(app, revokeReportMail, async ({ caller, audit, params }) => {
    const { customerId: customer, resourceId: report, runId } = params;
    await reportMails.revoke(runId, { caller, audit, customer, report });
    return {};
  });
}

/** Schedules of a customer: reports by mail. */
export function schedulingPlugin(app: FastifyInstance, needs: SchedulingPluginNeeds): void {
  const { bus, schedulings, subscriptions, runs, wake } = needs;
  serveReportMails(app, needs);
  /** Processes that notify read again which schedules alarms trigger. */
  const announced = <Result>(result: Result): Result => {
    bus.publish(subjects.config('notification'), '{}');
    return result;
  };

  serve(app, listSchedulings, async ({ caller, params }) => ({
    schedulings: await schedulings.list({ caller, customer: params.customerId }),
  }));
  serve(app, readSchedulingChoices, ({ caller, params }) =>
    choicesOf(needs, { caller, customer: params.customerId }),
  );
  serve(app, createScheduling, async ({ caller, audit, params, body }) =>
    announced(await schedulings.create(body, { caller, audit, customer: params.customerId })),
  );
  serve(app, updateScheduling, async ({ caller, audit, params, body }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await schedulings.update(params.schedulingId, body, actor));
  });
  serve(app, enableScheduling, async ({ caller, audit, params, body }) => {
    const actor = { caller, audit, customer: params.customerId };
    return announced(await schedulings.enable(params.schedulingId, body.enabled, actor));
  });
  serve(app, deleteScheduling, async ({ caller, audit, params }) => {
    await schedulings.delete(params.schedulingId, { caller, audit, customer: params.customerId });
    return announced({});
  });
  serve(app, subscribeScheduling, async ({ caller, audit, params }) => {
    const actor = { caller, audit, customer: params.customerId };
    return { subscription: await subscriptions.subscribe(params.schedulingId, actor) };
  });
  serve(app, unsubscribeScheduling, async ({ caller, audit, params }) => {
    const actor = { caller, audit, customer: params.customerId };
    return { subscription: await subscriptions.unsubscribe(params.schedulingId, actor) };
  });
  serve(app, sendScheduling, async ({ caller, audit, params }) => {
    const actor = { caller, audit, customer: params.customerId };
    const run = await runs.sendTo(params.schedulingId, actor);
    wake();
    return run;
  });
  serve(app, listSchedulingRuns, async ({ caller, params }) => ({
    runs: await runs.list(params.schedulingId, { caller, customer: params.customerId }),
  }));
  serve(app, revokeRunLinks, async ({ caller, audit, params }) => {
    const { schedulingId, runId, customerId: customer } = params;
    await runs.revokeLinks(schedulingId, runId, { caller, audit, customer });
    return {};
  });
}
