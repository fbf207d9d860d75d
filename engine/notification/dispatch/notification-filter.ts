import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { briefOf, clearOfChange, isExplained, type Brief, type NoticeNames } from './notice-of.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import type { RememberedRaises } from './remembered-raises.ts';
import { shouldNotify } from './should-notify.ts';
import { silencedAtTime } from './silenced-target.ts';

export interface NotificationFilterNeeds {
  readonly clock: Clock;
  readonly inventory: { readonly current: Inventory };
  readonly settings: { readonly current: NotificationSettings };
  readonly silences: { readonly current: readonly Silence[] };
  readonly maxAgeMs: number;
}

/** An event that may be sent, and whether by trap too. */
interface AcceptedEvent {
  readonly row: AlarmEvent;
  readonly brief: Brief;
  readonly isTrapSent: boolean;
}

/** An event on arrival. */
interface Arrival {
  readonly message: StoredMessage;
  readonly isSuppressed: boolean;
}

type RaiseMemory = Pick<RememberedRaises, 'raise' | 'change' | 'clear' | 'explain'>;
type RaiseFacts = Parameters<RememberedRaises['raise']>[2];

/** Decides which events may be sent, and as what: by age, silences, explanations, and the fate of the raise they follow. */
export class NotificationFilter {
  readonly #needs: NotificationFilterNeeds;
  readonly #raises: RaiseMemory;

  constructor(needs: NotificationFilterNeeds, raises: RaiseMemory) {
    this.#needs = needs;
    this.#raises = raises;
  }

  /** Returns the events of a message that may be sent; remembers raises and clears. */
  accept(message: StoredMessage, rows: readonly AlarmEvent[], names: NoticeNames): readonly AcceptedEvent[] {
    const { clock, maxAgeMs, silences, inventory } = this.#needs;
    const nowMs = clock.now().getTime();
    const isSilenced = silencedAtTime(silences.current, inventory.current, message.timeMs);
    return rows.flatMap((row) => {
      if (row.edge === 'explain' || row.edge === 'unexplain') this.#raises.explain(row, message.seq);
      const known = briefOf(row, names);
      if (known === undefined) return [];
      return this.#candidates(row, known, { message, isSuppressed: isSilenced(known) })
        .filter(({ brief, isSuppressed }) => shouldNotify(brief, { nowMs, maxAgeMs, isSuppressed }))
        .map(({ brief, isTrapSent }) => ({ row, brief, isTrapSent }));
    });
  }

  usesTraps(alarm: number): boolean {
    const { alarms, traps } = this.#needs.settings.current;
    return traps.size > 0 && alarms.get(alarm)?.isTrap === true;
  }

  #candidates(row: AlarmEvent, brief: Brief, came: Arrival) {
    if (brief.edge === 'clear') return [this.#cleared(row, brief, came.message.seq)];
    const facts = this.#raiseFacts(brief, came, isExplained(row));
    if (brief.other !== undefined) return this.#changed(row, brief, facts);
    return [{ brief, isTrapSent: facts.isTrapSent, isSuppressed: this.#raises.raise(row, brief, facts) }];
  }

  #raiseFacts({ alarm }: Brief, came: Arrival, isExplained: boolean): RaiseFacts {
    const { seq, timeMs: atMs } = came.message;
    const isSuppressed = came.isSuppressed || isExplained;
    return { seq, atMs, isSuppressed, isExplained, isTrapSent: !isSuppressed && this.usesTraps(alarm.id) };
  }

  /** The clear half is sent even during a silence, unless the raise was never notified. */
  #changed(row: AlarmEvent, brief: Brief, facts: RaiseFacts) {
    const { isUnnotified, ...raised } = this.#raises.change(row, brief, facts);
    const clear = clearOfChange(brief);
    return [
      { brief, ...raised },
      ...(clear === undefined ? [] : [{ brief: clear, ...raised, isSuppressed: isUnnotified }]),
    ];
  }

  #cleared(row: AlarmEvent, brief: Brief, seq: number) {
    const raised = this.#raises.clear(row, seq);
    if (raised === undefined) return { brief, isSuppressed: false, isTrapSent: false };
    const { isSuppressed, isTrapSent, name } = raised;
    const { alarms } = this.#needs.settings.current;
    const alarm = alarms.has(brief.alarm.id) ? brief.alarm : { ...brief.alarm, name };
    return { brief: { ...brief, alarm }, isSuppressed, isTrapSent };
  }
}
