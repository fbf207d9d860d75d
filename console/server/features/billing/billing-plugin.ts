import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  countUnitsAgain,
  exportBilledUnitRows,
  exportBilledUnits,
  listBilledDays,
  readBilledDay,
  readBillingMail,
  sendBilledUnits,
  updateBillingMail,
} from '#schemas/billing/routes.ts';
import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { serveStream } from '../../kernel/route/serve-stream.ts';
import { sendFileLines } from '../../shared/file/paged-table.ts';
import { readStoredLicense } from '../../shared/license/license-store.ts';
import { requireMailServer } from '../../shared/notification/require-mail-server.ts';
import {
  billedScope,
  daysWithCustomers,
  readBilledCustomers,
  readBilledDays,
  readCustomersOfDay,
} from './billed-units.ts';
import { billingCsv, billingTable } from './billing-table.ts';
import { BillingMailRepository, unitRecipients } from './billing-mail-repository.ts';
import type { BillingServices } from './billing-services.ts';

export interface BillingNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly billing: BillingServices;
}

/** Units that were monitored, by service, customer and day, and their mails. */
export function billingPlugin(app: FastifyInstance, { db, clock, ids, billing }: BillingNeeds): void {
  const setting = new BillingMailRepository({ db, clock });
  serve(app, listBilledDays, async ({ query, caller }) => {
    const scope = billedScope(caller);
    const license = await readStoredLicense(db);
    return {
      days: await readBilledDays(db, query, scope),
      customers: await readBilledCustomers(db, query, scope),
      // A contract covers all customers together.
      contract: scope === undefined ? (license?.content.units ?? null) : null,
    };
  });
  serve(app, readBilledDay, async ({ params: { day }, caller }) => ({
    customers: await readCustomersOfDay(db, day, billedScope(caller)),
  }));
  serveFile(app, exportBilledUnits, ({ query, caller, request }) => {
    const { dialect = csvDialectOf(requestLanguage(request)), ...period } = query;
    return {
      name: `units-${query.from}-${query.to}.csv`,
      content: Readable.from(billingCsv(daysWithCustomers(db, period, billedScope(caller)), dialect)),
    };
  });
  serveStream(app, exportBilledUnitRows, {
    before: () => undefined,
    handle({ query: { limit, ...period }, caller, signal, send }) {
      const days = daysWithCustomers(db, period, billedScope(caller));
      return sendFileLines(billingTable(days, 'dates'), { limit, signal, send });
    },
  });
  serve(app, countUnitsAgain, async ({ audit }) => {
    const days = await billing.count.again();
    await audit(db, { action: 'billing.count', subject: 'billing', after: { days } });
    return { days };
  });
  serve(app, readBillingMail, () => setting.read());
  serve(app, updateBillingMail, async ({ body, ...actor }) => {
    await setting.update(body, actor);
    return {};
  });
  serve(app, sendBilledUnits, async ({ body, audit }) => {
    await requireMailServer(db);
    if ((await unitRecipients(db)).length === 0) throw new ProblemError('SCHEDULING_NO_EMAILS');
    const recipients = await billing.mails.sendUnits(body, `billing-now-${ids.uuid()}`);
    await audit(db, { action: 'billing.send', subject: 'billing', after: { ...body, recipients } });
    return { recipients };
  });
}
