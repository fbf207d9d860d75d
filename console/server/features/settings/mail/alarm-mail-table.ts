import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { alarmMail } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { TargetTable } from '../../../shared/notification/target-table.ts';

/** Lists as they are written into columns of JSON. */
const cells = ({ recipients, customers, severities, alarms, includeRestricted, notifyPlatformEvents, ...plain }: AlarmMail) => ({
  ...plain,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  recipients: JSON.stringify(recipients),
  customers: JSON.stringify(customers),
  severities: JSON.stringify(severities),
  alarms: JSON.stringify(alarms),
});

const mailOf = ({
  id: _id,
  active_since: _since,
  updated_at: _updated,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  ...row
}: Row<typeof alarmMail>): AlarmMail => AlarmMail.parse({ ...row, includeRestricted, notifyPlatformEvents });

/** Mail notifications in PostgreSQL. */
export const alarmMailTable = (needs: {
  readonly db: Db;
  readonly clock: Clock;
}): TargetTable<AlarmMail, Row<typeof alarmMail>> =>
  new TargetTable(needs, {
    table: 'alarm_mail',
    subject: 'mail',
    read: mailOf,
    cells,
    told: (mail) => fieldsOf(mail),
  });

/** Customers and alarms by name: what a mail notification can be narrowed to. Names of restricted alarms are for who reads them. */
export async function alarmMailChoices(db: Db, { permissions }: Pick<Caller, 'permissions'>) {
  const seen = permissions.has('EXTRA.RESTRICTED.read') ? ['everyone', 'RESTRICTED'] : ['everyone'];
  const [customers, alarms] = await Promise.all([
    db.selectFrom('customer').select(['id', 'name']).orderBy('name').execute(),
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'label as name'])
      .where('visibility', 'in', seen)
      .orderBy('label')
      .execute(),
  ]);
  return { customers, alarms };
}
