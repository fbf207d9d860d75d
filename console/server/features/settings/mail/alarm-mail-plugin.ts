import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { alarmMailFaults } from '#schemas/settings/mail/render-alarm-mail.ts';
import {
  createAlarmMail,
  deleteAlarmMail,
  listAlarmMails,
  listMailDeliveries,
  listMailHealth,
  testAlarmMail,
  updateAlarmMail,
} from '#schemas/settings/mail/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { readDeliveries, readLastDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { rejectRestricted } from '../../../shared/notification/reject-restricted.ts';
import { readTargetHealth } from '../../../shared/notification/read-target-health.ts';
import { readFilterChoices } from '../../../shared/notification/target-filter.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { rejectFaults } from '../../../shared/repository/reject-faults.ts';
import type { AlarmMailRepository } from './alarm-mail-repository.ts';

export interface AlarmMailNeeds {
  readonly mails: AlarmMailRepository;
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** E-mail notifications of alarms, in the SMTP tab of the platform settings. */
export function alarmMailPlugin(app: FastifyInstance, needs: AlarmMailNeeds): void {
  const { mails, db, bus } = needs;
  const announce = (): void => {
    bus.publish(subjects.config('notification'), '{}');
  };

  serve(app, listAlarmMails, async ({ caller }) => {
    const listed = await mails.list();
    const last = await readLastDeliveries({ db, caller }, 'mail', listed);
    return {
      ...(await readFilterChoices(db, caller)),
      mails: listed.map((mail) => ({ ...mail, lastDelivery: last.get(mail.id) ?? null })),
    };
  });
  serve(app, createAlarmMail, async ({ body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    rejectFaults(alarmMailFaults(body));
    const id = await mails.create(body, actor);
    announce();
    return { id };
  });
  serve(app, updateAlarmMail, async ({ params, body, ...actor }) => {
    rejectRestricted(body, actor.caller);
    rejectFaults(alarmMailFaults(body));
    await mails.update(params.id, () => body, actor);
    announce();
    return {};
  });
  serve(app, deleteAlarmMail, async ({ params, ...actor }) => {
    await mails.delete(params.id, actor);
    announce();
    return {};
  });
  serve(app, testAlarmMail, ({ body }) => {
    rejectFaults(alarmMailFaults(body));
    return testDelivery(needs, { kind: 'alarm-mail', mail: body });
  });
  serve(app, listMailDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db, caller }, { kind: 'mail', target: id }),
  }));
  serve(app, listMailHealth, async ({ caller }) => ({
    targets: await readTargetHealth({ ...needs, caller }, 'mail'),
  }));
}
