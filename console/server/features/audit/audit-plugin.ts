import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import {
  exportAudit,
  exportAuditRows,
  listAuditEvents,
  readAuditVerification,
  verifyAudit,
} from '#schemas/audit/routes.ts';
import { csvDialectOf } from '#schemas/csv/csv-dialect.ts';
import { requestLanguage } from '../../kernel/http/request-language.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { serveStream } from '../../kernel/route/serve-stream.ts';
import { csvPieces, sendFileLines } from '../../shared/file/paged-table.ts';
import { eventPages, readAuditPage } from './audit-queries.ts';
import { auditTable } from './audit-table.ts';
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
    const table = auditTable(eventPages(db, caller, filter), timeZone);
    // Names of columns are the same in every language.
    return { name: 'audit.csv', content: Readable.from(csvPieces(table, { dialect, language: 'en' })) };
  });
  serveStream(app, exportAuditRows, {
    before: () => undefined,
    handle: ({ query: { limit, timeZone, ...filter }, caller, signal, send }) =>
      sendFileLines(auditTable(eventPages(db, caller, filter), timeZone), { limit, signal, send }),
  });
  serve(app, readAuditVerification, async () => ({ last: chain.last, newest: await chain.newest() }));
  serve(app, verifyAudit, () => chain.verify());
}
