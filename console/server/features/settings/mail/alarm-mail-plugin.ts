import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { alarmMailFaults } from '#schemas/settings/mail/render-alarm-mail.ts';
import {
  createAlarmMail,
  listAlarmMails,
  listMailDeliveries,
  deleteAlarmMail,
  updateAlarmMail,
  testAlarmMail,
} from '#schemas/settings/mail/routes.ts';
import { serve } from '../../../kernel/route/serve.ts';
import { lastDeliveries, readDeliveries } from '../../../shared/notification/read-deliveries.ts';
import { refuseFaults } from '../../../shared/notification/refuse-faults.ts';
import { refuseRestricted } from '../../../shared/notification/refuse-restricted.ts';
import { testDelivery } from '../../../shared/notification/test-delivery.ts';
import { alarmMailChoices, alarmMailTable } from './alarm-mail-table.ts';

export interface AlarmMailNeeds {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

/** Mail notifications of alarms, in the SMTP tab of the platform settings. */
export function alarmMailPlugin(app: FastifyInstance, needs: AlarmMailNeeds): void {
  const mails = alarmMailTable(needs);
  const announce = (): void => {
    needs.bus.publish(subjects.config('notification'), '{}');
  };
  serve(app, listAlarmMails, async ({ caller }) => {
    const listed = await mails.list();
    const last = await lastDeliveries({ db: needs.db, caller }, 'mail', listed);
    return {
      ...(await alarmMailChoices(needs.db, caller)),
      mails: listed.map((one) => ({ ...one, lastDelivery: last.get(one.id) ?? null })),
    };
  });
  serve(app, createAlarmMail, async ({ body, caller, audit }) => {
    refuseRestricted(body, caller);
    refuseFaults(alarmMailFaults(body), 'body');
    const id = await mails.add(body, audit);
    announce();
    return { id };
  });
  serve(app, updateAlarmMail, async ({ params, body, caller, audit }) => {
    refuseRestricted(body, caller);
    refuseFaults(alarmMailFaults(body), 'body');
    await mails.save(params.id, () => body, audit);
    announce();
    return {};
  });
  serve(app, deleteAlarmMail, async ({ params, audit }) => {
    await mails.remove(params.id, audit);
    announce();
    return {};
  });
  serve(app, testAlarmMail, async ({ body }) => {
    refuseFaults(alarmMailFaults(body), 'body');
    return testDelivery(needs, { kind: 'alarm-mail', mail: body });
  });
  serve(app, listMailDeliveries, async ({ params: { id }, caller }) => ({
    deliveries: await readDeliveries({ db: needs.db, caller }, { kind: 'mail', target: id }),
  }));
}
