import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { exportAudit, readAudit, readVerification, verifyAudit } from '#schemas/audit/routes.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { csvOf, readPage } from './audit-reader.ts';
import { ChainVerification } from './chain-verification.ts';

/** Reading the audit; it is written by `kernel/audit`. */
export function auditReadPlugin(
  app: FastifyInstance,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  const chain = new ChainVerification({ db, clock });
  serve(app, readAudit, ({ query, caller }) => readPage(db, caller, query));
  serveFile(app, exportAudit, ({ query, caller }) => ({
    name: 'audit.csv',
    content: csvOf(db, caller, query),
  }));
  serve(app, readVerification, async () => ({ last: chain.last, newest: await chain.newest() }));
  serve(app, verifyAudit, () => chain.verify());
}
