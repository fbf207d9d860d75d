import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { fieldsOf } from '#schemas/audit/fields.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import type { alarmMail } from '#schemas/table/notification.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
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
  customers: JSON.stringify(customers),
  severities: JSON.stringify(severities),
  alarms: JSON.stringify(alarms),
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
  readonly #db: Db;

  constructor(needs: { readonly db: Db; readonly clock: Clock }) {
    super(needs, {
      table: 'alarm_mail',
      subject: 'mail',
      parse: parseMail,
      columns: columnsOfMail,
      auditSnapshot: (mail) => fieldsOf(mail),
    });
    this.#db = needs.db;
  }

  /** The customers and alarms that a notification can be limited to, by name. Restricted alarms are listed for users with access to these. */
  async readChoices({ permissions }: Pick<Caller, 'permissions'>) {
    const visible = permissions.has('EXTRA.RESTRICTED.read') ? ['everyone', 'RESTRICTED'] : ['everyone'];
    const [customers, alarms] = await Promise.all([
      this.#db.selectFrom('customer').select(['id', 'name']).orderBy('name').execute(),
      this.#db
        .selectFrom('cockpit_alarm')
        .select(['id', 'label as name'])
        .where('visibility', 'in', visible)
        .orderBy('label')
        .execute(),
    ]);
    return { customers, alarms };
  }
}
