import { isWorse } from '#schemas/alerting/acknowledgement.ts';
import type { AcknowledgementCommand, Badness } from '#schemas/alerting/acknowledgement.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { acknowledgementEvent } from './acknowledgement-event.ts';
import type { AlarmEvent } from './event-row.ts';
import type { AlarmInstances } from './alarm-instances.ts';
import type { Evaluator } from './evaluator.ts';
import { recentWindows } from './recent-windows.ts';

/** A command with its place in the stream and the time at which the broker took it, milliseconds. */
export interface NumberedCommand {
  readonly seq: number;
  readonly at: number;
  readonly command: AcknowledgementCommand;
}

/** An acknowledgement in force. */
interface Given {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised the alarm it concerns, seconds. */
  readonly since: number;
  readonly seq: number;
  readonly acknowledged: Acknowledged;
  readonly worse: Badness | null;
  /** Start of the window behind which it was given, seconds; absent from checkpoints that were made before. */
  readonly window?: number;
}

/** Plain values, kept with the checkpoint. */
export interface AcknowledgementState {
  readonly sequence: number;
  readonly waiting: readonly NumberedCommand[];
  readonly given: readonly Given[];
}

interface Decided {
  /** Number of the newest window decided, and the length of one in seconds. */
  readonly number: number;
  readonly length: number;
}

/** From which window on (its start, seconds) it is looked. */
interface Looking {
  readonly decided: Decided;
  readonly from: number;
}

interface Running {
  readonly instances: AlarmInstances;
  readonly slot: number;
  readonly since: number;
}

const keyOf = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

/** The instance that a command concerns, as long as it runs. */
function runningOf(
  evaluator: Evaluator,
  { alarm, element }: { readonly alarm: number; readonly element: number },
): Running | undefined {
  const place = evaluator.find(alarm, element);
  if (place === undefined) return undefined;
  const since = place.instances.since[place.slot] ?? 0;
  return since === 0 ? undefined : { ...place, since };
}

/**
 * Who takes care of which running alarm. A command takes its place right behind the window that its author had seen: read
 * later, what the windows since then brought is looked up; read in a replay, it waits for its window. So the state after a
 * window follows from commands and measures alone, whenever the commands were read.
 */
export class Acknowledgements {
  #sequence = 0;
  #waiting: readonly NumberedCommand[] = [];
  #given = new Map<string, Given>();

  /** Sequence of the newest command taken. */
  get sequence(): number {
    return this.#sequence;
  }

  /** Takes a command; the events of those whose window is decided. A command that was read before does nothing. */
  take(command: NumberedCommand, evaluator: Evaluator, decided: Decided): readonly AlarmEvent[] {
    if (command.seq <= this.#sequence) return [];
    this.#sequence = command.seq;
    this.#waiting = [...this.#waiting, command];
    return this.#settle(evaluator, decided);
  }

  /** A command that concerns nothing here was read. */
  pass({ seq }: NumberedCommand): void {
    this.#sequence = Math.max(this.#sequence, seq);
  }

  /** A window is decided: what cleared needs nobody any more, what got worse or whose time is over needs somebody again. */
  closed(evaluator: Evaluator, decided: Decided): readonly AlarmEvent[] {
    const events: AlarmEvent[] = [];
    for (const given of this.#given.values()) {
      const running = runningOf(evaluator, given);
      if (running?.since !== given.since) this.#given.delete(keyOf(given));
      else
        events.push(...this.#endByItself(given, running, { decided, from: decided.number * decided.length }));
    }
    return [...events, ...this.#settle(evaluator, decided)];
  }

  /** The acknowledgement in force at `now` (milliseconds), undefined without one. */
  of({ instances, slot }: Omit<Running, 'since'>, now: number): Acknowledged | undefined {
    if (this.#given.size === 0) return undefined;
    const given = this.#given.get(
      keyOf({ alarm: instances.alarm.id, element: instances.elements.ids[slot] ?? 0 }),
    );
    if (given === undefined || given.since !== instances.since[slot]) return undefined;
    return (given.acknowledged.until ?? Infinity) > now ? given.acknowledged : undefined;
  }

  /** The next time at which one expires, Infinity when none does. */
  expiresAfter(now: number): number {
    let next = Infinity;
    for (const { acknowledged } of this.#given.values())
      if (acknowledged.until !== null && acknowledged.until > now) next = Math.min(next, acknowledged.until);
    return next;
  }

  state(): AcknowledgementState {
    return { sequence: this.#sequence, waiting: this.#waiting, given: [...this.#given.values()] };
  }

  restore({ sequence, waiting, given }: AcknowledgementState): void {
    this.#sequence = sequence;
    this.#waiting = waiting;
    this.#given = new Map(given.map((each) => [keyOf(each), each]));
  }

  /** In the order of the stream for each instance. */
  #settle(evaluator: Evaluator, decided: Decided): readonly AlarmEvent[] {
    if (this.#waiting.length === 0) return [];
    const newest = decided.number * decided.length;
    const events: AlarmEvent[] = [];
    const left: NumberedCommand[] = [];
    const held = new Set<string>();
    for (const numbered of this.#waiting) {
      const key = keyOf(numbered.command);
      if (numbered.command.window > newest || held.has(key)) {
        held.add(key);
        left.push(numbered);
      } else events.push(...this.#apply(numbered, evaluator, decided));
    }
    this.#waiting = left;
    return events;
  }

  #apply(numbered: NumberedCommand, evaluator: Evaluator, decided: Decided): readonly AlarmEvent[] {
    const { command } = numbered;
    const running = runningOf(evaluator, command);
    // Cleared meanwhile, or raised again after its author looked: that is another alarm.
    if (running === undefined || running.since > command.window) return [];
    if (running.instances.elements.customers[running.slot] !== command.customer) return [];
    return command.kind === 'acknowledge'
      ? this.#give({ ...numbered, command }, running, decided)
      : this.#takeBack({ ...numbered, command }, running, decided);
  }

  #give(
    {
      seq,
      at,
      command,
    }: NumberedCommand & { command: Extract<AcknowledgementCommand, { kind: 'acknowledge' }> },
    running: Running,
    decided: Decided,
  ): readonly AlarmEvent[] {
    const { alarm, element, by, note, until, worse, window } = command;
    const acknowledged = { by, at, note, until, untilWorse: worse !== null };
    const given = { alarm, element, since: running.since, seq, acknowledged, worse, window };
    this.#given.set(keyOf(given), given);
    const event = acknowledgementEvent(running, {
      edge: 'acknowledge',
      cause: 'user',
      seq,
      at: window,
      length: decided.length,
      happened: at,
      acknowledged,
      value: worse?.value ?? null,
    });
    return [event, ...this.#endByItself(given, running, { decided, from: window + decided.length })];
  }

  #takeBack(
    { seq, at, command }: NumberedCommand,
    running: Running,
    { length }: Decided,
  ): readonly AlarmEvent[] {
    const given = this.#given.get(keyOf(command));
    if (given === undefined) return [];
    this.#given.delete(keyOf(command));
    const { acknowledged } = given;
    const what = { edge: 'unacknowledge', cause: 'user', acknowledged, endedBy: command.by } as const;
    return [
      acknowledgementEvent(running, { ...what, seq, at: command.window, length, happened: at, value: null }),
    ];
  }

  /** Looks at the windows that begin at `from` (seconds) or later. */
  #endByItself(given: Given, running: Running, looking: Looking): readonly AlarmEvent[] {
    const worse = this.#endIfWorse(given, running, looking);
    return worse.length > 0 ? worse : this.#endIfOver(given, running, looking);
  }

  /** Ended by the first window behind its own whose end is not before its time, whenever that is looked at. */
  #endIfOver(given: Given, running: Running, { decided, from }: Looking): readonly AlarmEvent[] {
    const { acknowledged, seq, window = from - decided.length } = given;
    const { length } = decided;
    if (acknowledged.until === null) return [];
    const due = (Math.ceil(acknowledged.until / (length * 1_000)) - 1) * length;
    const at = Math.max(due, window + length);
    if (at > decided.number * length) return [];
    this.#given.delete(keyOf(given));
    const what = { edge: 'unacknowledge', cause: 'expired', seq, acknowledged, value: null } as const;
    return [acknowledgementEvent(running, { ...what, at, length, happened: acknowledged.until })];
  }

  /** One that expired before has nothing to end. */
  #endIfWorse(given: Given, running: Running, { decided, from }: Looking): readonly AlarmEvent[] {
    const { worse, acknowledged, seq } = given;
    if (worse === null) return [];
    const { instances, slot } = running;
    const { operator, severity } = instances.alarm;
    const rule = { operator, threshold: instances.threshold(slot).value };
    const found = recentWindows(instances, slot, decided).find(
      ({ at, value }) => at >= from && isWorse(rule, { severity, value }, worse),
    );
    if (found === undefined) return [];
    const happened = (found.at + decided.length) * 1_000;
    if ((acknowledged.until ?? Infinity) <= happened) return [];
    this.#given.delete(keyOf(given));
    const what = { edge: 'unacknowledge', cause: 'worse', seq, acknowledged } as const;
    return [
      acknowledgementEvent(running, {
        ...what,
        at: found.at,
        length: decided.length,
        happened,
        value: found.value,
      }),
    ];
  }
}
