import { alarmEvents } from '#schemas/table/alarm-events.ts';
import { codecOf } from '#schemas/table/codec.ts';
import type { notificationRaise } from '#schemas/table/notification.ts';
import type { NewRow } from '#schemas/table/relation.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmEventRow, Brief } from './notice-of.ts';

const codec = codecOf(alarmEvents);
/** Rows of one statement: it has at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

/**
 * A raise whose alarm runs still, or ended behind the position of the partition; a change of its severity in place of one that was
 * told.
 */
interface Raise {
  readonly row: AlarmEventRow;
  readonly event: string;
  /** Of the alarm, for the time when it is deleted. */
  readonly name: string;
  /** Sequence of its message, and when the stream stored it, milliseconds since 1970. */
  readonly seq: number;
  readonly atMs: number;
  /** Silenced when it came in: nobody was told so far. */
  isHeld: boolean;
  /** Told, or to be told, by trap. */
  isTrapped: boolean;
  /** Sequence of the message behind which it matters no more. */
  endedSeq: number | undefined;
}

/** What is known of the raise that a clear ends. */
export type Raised = Pick<Raise, 'isHeld' | 'isTrapped' | 'name'>;

/** Nobody was told of the raise so far; of a change that is held back he was. */
const isUntold = ({ isHeld, row }: Pick<Raise, 'isHeld' | 'row'>): boolean => isHeld && row.edge === 'raise';

/** What is known of a change of severity. */
interface Changed extends Pick<Raise, 'isHeld' | 'isTrapped'> {
  readonly isUntold: boolean;
}
/** One that nobody was told of has another severity; else it is the change that is remembered. */
const changing = (known: Raise, change: Raise): Raise =>
  known.isHeld
    ? { ...known, row: { ...known.row, severity: change.row.severity } }
    : { ...change, isTrapped: change.isTrapped || known.isTrapped };
const changedOf = (raise: Raise): Changed => ({
  isHeld: raise.isHeld,
  isTrapped: raise.isTrapped,
  isUntold: isUntold(raise),
});

type Place = Pick<AlarmEventRow, 'customer' | 'alarm' | 'element'>;
const keyOf = ({ customer, alarm, element }: Place): string => [customer, alarm, element].join(':');

export const hex = (event: Uint8Array): string => Buffer.from(event).toString('hex');

/**
 * The raises of a partition that matter until they end: those that a silence holds back, and those told by trap. An event that
 * is read again, since the process was killed behind it, finds what it found the first time.
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
    for (const { event, name, seq, at_ms, held, trapped, ended_seq, content } of rows) {
      const [row] = codec.decode(Buffer.from(content, 'base64'));
      if (row !== undefined)
        own.#raises.set(keyOf(row), {
          row,
          event,
          name,
          seq,
          atMs: at_ms,
          isHeld: held,
          isTrapped: trapped,
          endedSeq: ended_seq ?? undefined,
        });
    }
    return own;
  }

  get isEmpty(): boolean {
    return this.#raises.size === 0;
  }

  /** A raise came in; whether it is held back. Read again it is what it was: silences and settings may be others now. */
  raise(
    row: AlarmEventRow,
    { alarm }: Pick<Brief, 'alarm'>,
    given: Pick<Raise, 'seq' | 'atMs' | 'isHeld' | 'isTrapped'>,
  ): boolean {
    const key = keyOf(row);
    const known = this.#raises.get(key);
    const event = hex(row.event);
    if (known?.event === event) return known.isHeld;
    if (known !== undefined && known.seq > given.seq) return given.isHeld;
    if (known === undefined && !given.isHeld && !given.isTrapped) return false;
    this.#raises.set(key, { row, event, name: alarm.name, ...given, endedSeq: undefined });
    this.#changed.add(key);
    return given.isHeld;
  }

  /**
   * The severity changed of what runs. Of a raise that is held back the new one is told at the end of its silence; a change that is
   * held back itself is told then, unless the severity is what it was.
   */
  change(
    row: AlarmEventRow,
    { alarm }: Pick<Brief, 'alarm'>,
    given: Pick<Raise, 'seq' | 'atMs' | 'isHeld' | 'isTrapped'>,
  ): Changed {
    const key = keyOf(row);
    const event = hex(row.event);
    const known = this.#raises.get(key);
    const raise: Raise = { row, event, name: alarm.name, ...given, endedSeq: undefined };
    if (known === undefined && !given.isHeld && !given.isTrapped) return changedOf(raise);
    if (known !== undefined && (known.event === event || known.seq > given.seq)) return changedOf(known);
    const changed = known === undefined ? raise : changing(known, raise);
    this.#raises.set(key, changed);
    this.#changed.add(key);
    return changedOf(changed);
  }

  /** A clear came in, in the message with this sequence: what is known of its raise. */
  clear(row: AlarmEventRow, seq: number): Raised | undefined {
    const key = keyOf(row);
    const known = this.#raises.get(key);
    // Read again, it ended a raise before that one.
    if (known === undefined || known.seq > seq) return undefined;
    known.endedSeq ??= seq;
    this.#changed.add(key);
    return { ...known, isHeld: isUntold(known) };
  }

  /** The raises that a silence held back and whose alarms run. */
  held(): readonly Readonly<Raise>[] {
    return [...this.#raises.values().filter(({ isHeld, endedSeq }) => isHeld && endedSeq === undefined)];
  }

  /** They are no longer held back. */
  release(raises: readonly Readonly<Raise>[], isTrapped: (alarm: number) => boolean): void {
    for (const { row } of raises) {
      const key = keyOf(row);
      const known = this.#raises.get(key);
      if (known === undefined) continue;
      known.isHeld = false;
      known.isTrapped ||= isTrapped(row.alarm);
      this.#changed.add(key);
    }
  }

  /** Resolves when what changed is stored. */
  async save(): Promise<void> {
    const keys = [...this.#changed];
    for (let from = 0; from < keys.length; from += ROWS_AT_ONCE) {
      const some = keys.slice(from, from + ROWS_AT_ONCE);
      await this.#store(some.flatMap((key) => this.#raises.get(key) ?? []));
      for (const key of some) this.#changed.delete(key);
    }
  }

  /** Forgets what ended at or before a message that is not read again. */
  async forget(seq: number): Promise<void> {
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
      ({ row, event, name, seq, atMs, isHeld, isTrapped, endedSeq }): NewRow<typeof notificationRaise> => ({
        partition: this.#partition,
        customer_id: row.customer,
        alarm_id: row.alarm,
        element_id: row.element,
        event,
        name,
        seq,
        at_ms: atMs,
        held: isHeld,
        trapped: isTrapped,
        ended_seq: endedSeq ?? null,
        content: Buffer.from(codec.encode([row])).toString('base64'),
      }),
    );
    await this.#db
      .insertInto('notification_raise')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'alarm_id', 'element_id']).doUpdateSet((is) => ({
          partition: is.ref('excluded.partition'),
          event: is.ref('excluded.event'),
          name: is.ref('excluded.name'),
          seq: is.ref('excluded.seq'),
          at_ms: is.ref('excluded.at_ms'),
          held: is.ref('excluded.held'),
          trapped: is.ref('excluded.trapped'),
          ended_seq: is.ref('excluded.ended_seq'),
          content: is.ref('excluded.content'),
        })),
      )
      .execute();
  }
}
