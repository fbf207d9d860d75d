import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { exportAudit, listAuditEvents, readAuditVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { auditCsv, readAuditPage } from './audit-queries.ts';
import { ChainVerification } from './chain-verification.ts';

/** Reads, exports and verifies the audit trail. `kernel/audit` writes it. */
export function auditReadPlugin(
  app: FastifyInstance,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const chain = new ChainVerification({ db, clock });
  serve(app, listAuditEvents, ({ query, caller }) => readAuditPage(db, caller, query));
  serveFile(app, exportAudit, ({ query, caller }) => ({
    name: 'audit.csv',
    content: auditCsv(db, caller, query),
  }));
  serve(app, readAuditVerification, async () => ({ last: chain.last, newest: await chain.newest() }));
  serve(app, verifyAudit, () => chain.verify());
}
