import type { FastifyInstance } from 'fastify';
import type { Db } from '#platform/postgres/postgres.ts';
import { exportAudit, readAudit } from '#schemas/audit/routes.ts';
import { serve, serveFile } from '../../kernel/route/serve.ts';
import { csvOf, readPage } from './audit-reader.ts';

/** Reading the audit; it is written by `kernel/audit`. */
export function auditReadPlugin(app: FastifyInstance, { db }: { readonly db: Db }): void {
  serve(app, readAudit, ({ query, caller }) => readPage(db, caller, query));
  serveFile(app, exportAudit, ({ query, caller }) => ({
    name: 'audit.csv',
    content: csvOf(db, caller, query),
  }));
}
