import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { AlarmMail } from '#schemas/settings/mail/alarm-mail.ts';
import { unlessTaken } from '../../../shared/notification/unless-taken.ts';

export type StoredAlarmMail = AlarmMail & { readonly id: number };

/** A list as it is written into a column of JSON. */
const list = <Item>(items: readonly Item[]): readonly Item[] =>
  JSON.stringify(items) as unknown as readonly Item[];

const cells = ({ recipients, customers, severities, alarms, ...plain }: AlarmMail) => ({
  ...plain,
  recipients: list(recipients),
  customers: list(customers),
  severities: list(severities),
  alarms: list(alarms),
});

/** Mail notifications in PostgreSQL. */
export class AlarmMailRepository {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async list(): Promise<readonly StoredAlarmMail[]> {
    const rows = await this.#db.selectFrom('alarm_mail').selectAll().orderBy('name').execute();
    return rows.map((stored) => {
      const { id, active_since: _since, updated_at: _updated, ...row } = stored;
      return { id, ...AlarmMail.parse(row) };
    });
  }

  async add(mail: AlarmMail): Promise<number> {
    const now = this.#clock.now();
    const values = { ...cells(mail), active_since: now, updated_at: now };
    const { id } = await unlessTaken(
      this.#db.insertInto('alarm_mail').values(values).returning('id').executeTakeFirstOrThrow(),
    );
    return id;
  }

  /** Answers whether it was there. One that is switched on does not tell what was meanwhile. */
  async save(id: number, mail: AlarmMail): Promise<boolean> {
    const stored = (await this.list()).find((one) => one.id === id);
    if (stored === undefined) return false;
    const now = this.#clock.now();
    const active = mail.enabled && !stored.enabled ? { active_since: now } : {};
    const set = { ...cells(mail), ...active, updated_at: now };
    await unlessTaken(this.#db.updateTable('alarm_mail').set(set).where('id', '=', id).execute());
    return true;
  }

  /** Answers whether it was there. */
  async remove(id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('alarm_mail')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  /** Customers and alarms by name: what a mail notification can be narrowed to. */
  async choices() {
    const [customers, alarms] = await Promise.all([
      this.#db.selectFrom('customer').select(['id', 'name']).orderBy('name').execute(),
      this.#db.selectFrom('cockpit_alarm').select(['id', 'label as name']).orderBy('label').execute(),
    ]);
    return { customers, alarms };
  }
}
