import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { StoredMessage } from '#platform/bus/streams.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { NotificationSettings } from '../configuration/settings.ts';
import { briefOf, changeOf } from './notice-of.ts';
import type { AlarmEventRow, Brief, Names } from './notice-of.ts';
import type { RememberedRaises } from './remembered-raises.ts';
import { shouldNotify } from './should-notify.ts';
import { silencedAtTime } from './silenced-target.ts';

export interface TellingNeeds {
  readonly clock: Clock;
  readonly inventory: { readonly current: Inventory };
  readonly settings: { readonly current: NotificationSettings };
  readonly silences: { readonly current: readonly Silence[] };
  readonly maxAgeMs: number;
}

/** An event that may be told; whether by trap as well. */
interface ToldEvent {
  readonly row: AlarmEventRow;
  readonly brief: Brief;
  readonly isTrapped: boolean;
}

/** An event as it comes in. */
interface Came {
  readonly message: StoredMessage;
  readonly isHeld: boolean;
}

type Given = Parameters<RememberedRaises['raise']>[2];

/** Which events may be told, and as what: by their age, by silences, and by what became of the raise that they follow. */
export class ToldEvents {
  readonly #needs: TellingNeeds;
  readonly #raises: Pick<RememberedRaises, 'raise' | 'change' | 'clear'>;

  constructor(needs: TellingNeeds, raises: Pick<RememberedRaises, 'raise' | 'change' | 'clear'>) {
    this.#needs = needs;
    this.#raises = raises;
  }

  /** Of the rows of a message; raises and clears among them are remembered. */
  of(message: StoredMessage, rows: readonly AlarmEventRow[], names: Names): readonly ToldEvent[] {
    const { clock, maxAgeMs, silences, inventory } = this.#needs;
    const nowMs = clock.now().getTime();
    const isSilenced = silencedAtTime(silences.current, inventory.current, message.timeMs);
    return rows.flatMap((row) => {
      const known = briefOf(row, names);
      if (known === undefined) return [];
      return this.#come(row, known, { message, isHeld: isSilenced(known) })
        .filter(({ brief, isHeld }) => shouldNotify(brief, { nowMs, maxAgeMs, isHeld }))
        .map(({ brief, isTrapped }) => ({ row, brief, isTrapped }));
    });
  }

  isTrapped(alarm: number): boolean {
    const { alarms, traps } = this.#needs.settings.current;
    return traps.size > 0 && alarms.get(alarm)?.isTrap === true;
  }

  #come(row: AlarmEventRow, brief: Brief, came: Came) {
    if (brief.edge === 'clear') return [this.#cleared(row, brief, came.message.seq)];
    const given = this.#given(brief, came);
    if (brief.other !== undefined) return this.#changed(row, brief, given);
    return [{ brief, isTrapped: given.isTrapped, isHeld: this.#raises.raise(row, brief, given) }];
  }

  #given({ alarm }: Brief, { message: { seq, timeMs: atMs }, isHeld }: Came): Given {
    return { seq, atMs, isHeld, isTrapped: !isHeld && this.isTrapped(alarm.id) };
  }

  /** To whom it is a clear it is one in a silence too, unless nobody was told so far. */
  #changed(row: AlarmEventRow, brief: Brief, given: Given) {
    const { isUntold, ...raised } = this.#raises.change(row, brief, given);
    const clear = changeOf(brief);
    return [
      { brief, ...raised },
      ...(clear === undefined ? [] : [{ brief: clear, ...raised, isHeld: isUntold }]),
    ];
  }

  #cleared(row: AlarmEventRow, brief: Brief, seq: number) {
    const raised = this.#raises.clear(row, seq);
    if (raised === undefined) return { brief, isHeld: false, isTrapped: false };
    const { isHeld, isTrapped, name } = raised;
    const { alarms } = this.#needs.settings.current;
    const alarm = alarms.has(brief.alarm.id) ? brief.alarm : { ...brief.alarm, name };
    return { brief: { ...brief, alarm }, isHeld, isTrapped };
  }
}
