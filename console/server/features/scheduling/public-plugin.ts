import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { filePartsOf } from '#platform/rendering/rendered-files.ts';
import {
  downloadReportFile,
  readUnsubscription,
  UNSUBSCRIBE_PATH,
  unsubscribeByLink,
} from '#schemas/scheduling/public-routes.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve, serveFile, type FileReply } from '../../kernel/route/serve.ts';
import type { MailLinks } from './mail/mail-links.ts';
import type { OpenedUnsubscription, SubscriptionRepository } from './subscription-repository.ts';

export interface PublicPluginNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly links: MailLinks;
  readonly subscriptions: SubscriptionRepository;
}

/** Throws NOT_FOUND: the link is forged, has expired, or was revoked. */
async function fileOfLink({ db, clock, links }: PublicPluginNeeds, token: string): Promise<FileReply> {
  const link = links.openFile(token);
  if (link === undefined || link.expiresAt <= clock.now()) throw new ProblemError('NOT_FOUND');
  const row = await db
    .selectFrom('report_run')
    .select(['id', 'file_name'])
    .where('id', '=', link.run)
    .where('state', '=', 'done')
    .where('revoked', '=', false)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  const parts = filePartsOf(db, { run: row.id, kind: 'file' });
  return { name: row.file_name ?? 'report', content: Readable.from(parts) };
}

/**
 * What recipients of mails do without an account: unsubscribe, and open reports that were too large for a mail. Their links are signed. Mail
 * programs unsubscribe with one request (RFC 8058), from anywhere and without a cookie: the token is what authorizes it.
 */
export function publicPlugin(app: FastifyInstance, needs: PublicPluginNeeds): void {
  const { links, subscriptions } = needs;
  const opened = (token: string): OpenedUnsubscription => {
    const link = links.openUnsubscribe(token);
    if (link === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
    return link;
  };
  serve(app, readUnsubscription, ({ body }) => subscriptions.read(opened(body.token)));
  serve(app, unsubscribeByLink, async ({ body, audit }) => {
    await subscriptions.byLink(opened(body.token), body.subscribed, audit);
    return { isSubscribed: body.subscribed };
  });
  serveFile(app, downloadReportFile, ({ params }) => fileOfLink(needs, params.token));
  if (!app.modules.has('scheduling')) return;
  void app.register(async (scope) => {
    // `List-Unsubscribe=One-Click` in either form; what else is sent is of no interest.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 1_024 }, (_request, payload, done) => {
      payload.resume();
      payload.once('end', () => {
        done(null, undefined);
      });
    });
    scope.post<{ Querystring: { readonly token?: unknown } }>(
      UNSUBSCRIBE_PATH,
      { config: { outsideContracts: 'unsubscribe' } },
      async (request, reply) => {
        if (app.readOnly) throw new ProblemError('READ_ONLY');
        const { token } = request.query;
        const audit = app.auditTrail.by(request);
        await subscriptions.byLink(opened(typeof token === 'string' ? token : ''), false, audit);
        return reply.type('text/plain; charset=utf-8').send('Unsubscribed. Désabonné.\n');
      },
    );
    await Promise.resolve();
  });
}
