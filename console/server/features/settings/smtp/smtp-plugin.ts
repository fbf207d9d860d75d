import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { readSmtp, deleteSmtp, updateSmtp, testSmtp } from '#schemas/settings/smtp/routes.ts';
import type { SmtpView } from '#schemas/settings/smtp/routes.ts';
import type { Smtp } from '#schemas/settings/smtp/smtp.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeSmtp } from './complete-smtp.ts';
import { SmtpRepository } from './smtp-repository.ts';

export interface SmtpNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly secrets: SecretBox;
}

const viewOf = ({ password, ...smtp }: Smtp): SmtpView => ({
  ...smtp,
  password: null,
  hasPassword: password !== '',
});

/** The SMTP tab of the platform settings. */
export function smtpPlugin(app: FastifyInstance, needs: SmtpNeeds): void {
  const settings = new SmtpRepository(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, readSmtp, async () => {
    const smtp = await settings.read();
    return { smtp: smtp === undefined ? null : viewOf(smtp) };
  });
  serve(app, updateSmtp, async ({ body, audit }) => {
    await settings.save((stored) => completeSmtp(body, stored), audit);
    announce();
    return {};
  });
  serve(app, deleteSmtp, async ({ audit }) => {
    await settings.remove(audit);
    announce();
    return {};
  });
  serve(app, testSmtp, async ({ body: { smtp, to } }) => {
    const complete = completeSmtp(smtp, await settings.read(), 'body.smtp');
    return testDelivery(needs, { kind: 'mail', smtp: complete, to });
  });
}
