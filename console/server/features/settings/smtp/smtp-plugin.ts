import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { deleteSmtp, readSmtp, testSmtp, updateSmtp, type SmtpView } from '#schemas/settings/smtp/routes.ts';
import type { Smtp } from '#schemas/settings/smtp/smtp.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { completeSmtp } from './complete-smtp.ts';
import type { SmtpRepository } from './smtp-repository.ts';

export interface SmtpNeeds {
  readonly settings: SmtpRepository;
  readonly bus: Bus;
  readonly secrets: SecretBox;
}

const smtpView = ({ password, ...smtp }: Smtp): SmtpView => ({
  ...smtp,
  password: null,
  hasPassword: password !== '',
});

/** The mail server, in the SMTP tab of the platform settings. */
export function smtpPlugin(app: FastifyInstance, needs: SmtpNeeds): void {
  const { settings, bus } = needs;
  const announce = (): void => {
    bus.publish(subjects.config('notification'), '{}');
  };

  serve(app, readSmtp, async () => {
    const smtp = await settings.read();
    return { smtp: smtp === undefined ? null : smtpView(smtp) };
  });
  serve(app, updateSmtp, async ({ body, ...actor }) => {
    await settings.update((stored) => completeSmtp(body, stored), actor);
    announce();
    return {};
  });
  serve(app, deleteSmtp, async (actor) => {
    await settings.delete(actor);
    announce();
    return {};
  });
  serve(app, testSmtp, async ({ body: { smtp, to } }) => {
    const complete = completeSmtp(smtp, await settings.read(), 'body.smtp');
    return testDelivery(needs, { kind: 'mail', smtp: complete, to });
  });
}
