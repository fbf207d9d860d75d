import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { alarmMail } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import { filterColumns } from '../../../shared/notification/target-filter.ts';
import { TargetRepository } from '../../../shared/notification/target-repository.ts';

/** The columns of a mail, its lists as JSON. */
const columnsOfMail = ({
  recipients,
  customers,
  severities,
  alarms,
  includeRestricted,
  notifyPlatformEvents,
  ...plain
}: AlarmMail) => ({
  ...plain,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  recipients: JSON.stringify(recipients),
  ...filterColumns({ customers, severities, alarms }),
});

const parseMail = ({
  id: _id,
  active_since: _since,
  updated_at: _updated,
  include_restricted: includeRestricted,
  notify_platform_events: notifyPlatformEvents,
  ...row
}: Row<typeof alarmMail>): AlarmMail => AlarmMail.parse({ ...row, includeRestricted, notifyPlatformEvents });

/** Mail notifications. */
export class AlarmMailRepository extends TargetRepository<AlarmMail, Row<typeof alarmMail>> {
  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    super(needs, {
      table: 'alarm_mail',
      subject: 'mail',
      parse: parseMail,
      columns: columnsOfMail,
      auditSnapshot: (mail) => fieldsOf(mail),
    });
  }
}
