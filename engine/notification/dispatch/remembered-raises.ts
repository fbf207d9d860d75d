import { alarmEvents } from '#schemas/table/stream/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import type { notificationRaise } from '#schemas/table/notification.ts';
import type { NewRow } from '#schemas/table/relation.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import type { Brief } from './notice-of.ts';

const codec = codecOf(alarmEvents);
/** Rows per statement, which has at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

/**
 * A raise whose alarm is running, or ended after the committed position; or a severity change that replaces a
 * notified raise.
 */
interface Raise {
  readonly row: AlarmEvent;
  readonly event: string;
  /** Alarm name, for when the alarm is deleted. */
  readonly name: string;
  /** Sequence of its message, and when the stream stored it, milliseconds since 1970. */
  readonly seq: number;
  readonly atMs: number;
  /** Silenced or explained on arrival and not notified so far. */
  isSuppressed: boolean;
  /** Another alarm explains it now. */
  isExplained: boolean;
  /** Notified, or to be notified, by trap. */
  isTrapSent: boolean;
  /** Sequence of the message that ended it. */
  endedSeq: number | undefined;
}

/** The raise that a clear ends. */
export type EndedRaise = Pick<Raise, 'isSuppressed' | 'isTrapSent' | 'name'>;

/** Whether the raise was never notified. A suppressed change follows a notified raise. */
const isUnnotified = ({ isSuppressed, row }: Pick<Raise, 'isSuppressed' | 'row'>): boolean =>
  isSuppressed && row.edge === 'raise';

/** The raise after a severity change. */
interface ChangedRaise extends Pick<Raise, 'isSuppressed' | 'isTrapSent'> {
  readonly isUnnotified: boolean;
}
/** A raise that was never notified takes the new severity; otherwise the change is remembered. */
const mergeChange = (known: Raise, change: Raise): Raise =>
  known.isSuppressed
    ? { ...known, row: { ...known.row, severity: change.row.severity } }
    : { ...change, isTrapSent: change.isTrapSent || known.isTrapSent };
const changedRaise = (raise: Raise): ChangedRaise => ({
  isSuppressed: raise.isSuppressed,
  isTrapSent: raise.isTrapSent,
  isUnnotified: isUnnotified(raise),
});

type RaiseFacts = Pick<Raise, 'seq' | 'atMs' | 'isSuppressed' | 'isExplained' | 'isTrapSent'>;

type InstanceKey = Pick<AlarmEvent, 'customer' | 'alarm' | 'element'>;
const raiseKey = ({ customer, alarm, element }: InstanceKey): string => [customer, alarm, element].join(':');

const hex = (event: Uint8Array): string => Buffer.from(event).toString('hex');

/**
 * The raises of a partition to remember until they end: those suppressed by a silence, those that another alarm explains, and those
 * notified by trap. An event that is read again after a kill finds the same state as the first time.
 */
export class RememberedRaises {
  readonly #db: Db;
  readonly #partition: number;
  readonly #raises = new Map<string, Raise>();
  readonly #changed = new Set<string>();

  private constructor(db: Db, partition: number) {
    this.#db = db;
    this.#partition = partition;
  }

  static async open(db: Db, partition: number): Promise<RememberedRaises> {
    const own = new RememberedRaises(db, partition);
    const rows = await db
      .selectFrom('notification_raise')
      .selectAll()
      .where('partition', '=', partition)
      .execute();
    for (const { event, name, seq, at_ms, suppressed, trap_sent, ended_seq, content, explained } of rows) {
      const [row] = codec.decode(Buffer.from(content, 'base64'));
      if (row !== undefined)
        own.#raises.set(raiseKey(row), {
          row,
          event,
          name,
          seq,
          atMs: at_ms,
          isSuppressed: suppressed,
          isExplained: explained,
          isTrapSent: trap_sent,
          endedSeq: ended_seq ?? undefined,
        });
    }
    return own;
  }

  get isEmpty(): boolean {
    return this.#raises.size === 0;
  }

  /**
   * Records a raise and returns whether it is suppressed. Read again, it keeps its first result: silences and
   * settings may have changed.
   */
  raise(row: AlarmEvent, { alarm }: Pick<Brief, 'alarm'>, facts: RaiseFacts): boolean {
    const key = raiseKey(row);
    const known = this.#raises.get(key);
    const event = hex(row.event);
    if (known?.event === event) return known.isSuppressed;
    if (known !== undefined && known.seq > facts.seq) return facts.isSuppressed;
    if (known === undefined && !facts.isSuppressed && !facts.isTrapSent) return false;
    this.#raises.set(key, { row, event, name: alarm.name, ...facts, endedSeq: undefined });
    this.#changed.add(key);
    return facts.isSuppressed;
  }

  /**
   * Records a severity change of a running alarm. A suppressed raise is sent with the new severity at the end of
   * its silence; a suppressed change is sent then unless the severity is back to what it was.
   */
  change(row: AlarmEvent, { alarm }: Pick<Brief, 'alarm'>, facts: RaiseFacts): ChangedRaise {
    const key = raiseKey(row);
    const event = hex(row.event);
    const known = this.#raises.get(key);
    const raise: Raise = { row, event, name: alarm.name, ...facts, endedSeq: undefined };
    if (known === undefined && !facts.isSuppressed && !facts.isTrapSent) return changedRaise(raise);
    if (known !== undefined && (known.event === event || known.seq > facts.seq)) return changedRaise(known);
    const changed = known === undefined ? raise : mergeChange(known, raise);
    this.#raises.set(key, changed);
    this.#changed.add(key);
    return changedRaise(changed);
  }

  /** Records a clear from the message with this sequence and returns its raise. */
  clear(row: AlarmEvent, seq: number): EndedRaise | undefined {
    const key = raiseKey(row);
    const known = this.#raises.get(key);
    // Read again: it ended an earlier raise.
    if (known === undefined || known.seq > seq) return undefined;
    known.endedSeq ??= seq;
    this.#changed.add(key);
    return { ...known, isSuppressed: isUnnotified(known) };
  }

  /** Records that another alarm explains a running one, or none any more. It matters only to one that was not notified. */
  explain(row: AlarmEvent, seq: number): void {
    const key = raiseKey(row);
    const known = this.#raises.get(key);
    const isExplained = row.edge === 'explain';
    if (known === undefined || known.seq > seq || known.isExplained === isExplained) return;
    known.isExplained = isExplained;
    this.#changed.add(key);
  }

  /** Returns the suppressed raises whose alarms are still running and that no other alarm explains. */
  suppressed(): readonly Readonly<Raise>[] {
    return this.#raises
      .values()
      .filter(
        ({ isSuppressed, isExplained, endedSeq }) => isSuppressed && !isExplained && endedSeq === undefined,
      )
      .toArray();
  }

  /** Marks raises as no longer suppressed. */
  release(raises: readonly Readonly<Raise>[], isTrapSent: (alarm: number) => boolean): void {
    for (const { row } of raises) {
      const key = raiseKey(row);
      const known = this.#raises.get(key);
      if (known === undefined) continue;
      known.isSuppressed = false;
      known.isTrapSent ||= isTrapSent(row.alarm);
      this.#changed.add(key);
    }
  }

  /** Stores the changes. */
  async save(): Promise<void> {
    const keys = [...this.#changed];
    for (let from = 0; from < keys.length; from += ROWS_PER_STATEMENT) {
      const some = keys.slice(from, from + ROWS_PER_STATEMENT);
      await this.#store(some.flatMap((key) => this.#raises.get(key) ?? []));
      for (const key of some) this.#changed.delete(key);
    }
  }

  /** Removes raises that ended at or before a committed message. */
  async removeEnded(seq: number): Promise<void> {
    const over = [...this.#raises].filter(([, { endedSeq }]) => endedSeq !== undefined && endedSeq <= seq);
    if (over.length === 0) return;
    await this.#db
      .deleteFrom('notification_raise')
      .where('partition', '=', this.#partition)
      .where('ended_seq', '<=', seq)
      .execute();
    for (const [key] of over) this.#raises.delete(key);
  }

  async #store(raises: readonly Raise[]): Promise<void> {
    if (raises.length === 0) return;
    const values = raises.map(
      ({
        row,
        event,
        name,
        seq,
        atMs,
        isSuppressed,
        isExplained,
        isTrapSent,
        endedSeq,
      }): NewRow<typeof notificationRaise> => ({
        partition: this.#partition,
        customer_id: row.customer,
        alarm_id: row.alarm,
        element_id: row.element,
        event,
        name,
        seq,
        at_ms: atMs,
        suppressed: isSuppressed,
        explained: isExplained,
        trap_sent: isTrapSent,
        ended_seq: endedSeq ?? null,
        content: Buffer.from(codec.encode([row])).toString('base64'),
      }),
    );
    await this.#db
      .insertInto('notification_raise')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'alarm_id', 'element_id']).doUpdateSet((eb) => ({
          partition: eb.ref('excluded.partition'),
          event: eb.ref('excluded.event'),
          name: eb.ref('excluded.name'),
          seq: eb.ref('excluded.seq'),
          at_ms: eb.ref('excluded.at_ms'),
          suppressed: eb.ref('excluded.suppressed'),
          explained: eb.ref('excluded.explained'),
          trap_sent: eb.ref('excluded.trap_sent'),
          ended_seq: eb.ref('excluded.ended_seq'),
          content: eb.ref('excluded.content'),
        })),
      )
      .execute();
  }
}
