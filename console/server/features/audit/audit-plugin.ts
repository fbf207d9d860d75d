import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { exportAudit, listAuditEvents, readAuditVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { auditCsv } from './audit-csv.ts';
import { eventPages, readAuditPage } from './audit-queries.ts';
import { ChainVerification } from './chain-verification.ts';

/** Reads, exports and verifies the audit trail. `kernel/audit` writes it. */
export function auditReadPlugin(
  app: FastifyInstance,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const chain = new ChainVerification({ db, clock });
  serve(app, listAuditEvents, ({ query, caller }) => readAuditPage(db, caller, query));
  serveFile(app, exportAudit, ({ query, caller, request }) => {
    const { dialect = csvDialectOf(requestLanguage(request)), timeZone, ...filter } = query;
    return {
      name: 'audit.csv',
      content: Readable.from(auditCsv(eventPages(db, caller, filter), { dialect, timeZone })),
    };
  });
  serve(app, readAuditVerification, async () => ({ last: chain.last, newest: await chain.newest() }));
  serve(app, verifyAudit, () => chain.verify());
}
