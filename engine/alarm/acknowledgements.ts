import { isWorse } from '#schemas/alerting/acknowledgement.ts';
import type { AcknowledgementCommand, AlarmLevel } from '#schemas/alerting/acknowledgement.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { acknowledgementEvent } from './acknowledgement-event.ts';
import type { AlarmEvent } from './event-row.ts';
import type { AlarmInstances } from './alarm-instances.ts';
import type { Evaluator } from './evaluator.ts';
import { recentWindows } from './recent-windows.ts';

/** A command with its stream sequence and the time at which the broker stored it, milliseconds. */
export interface SequencedCommand {
  readonly seq: number;
  readonly at: number;
  readonly command: AcknowledgementCommand;
}

/** An acknowledgement in force. */
interface ActiveAcknowledgement {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised the acknowledged alarm, seconds. */
  readonly since: number;
  readonly seq: number;
  readonly acknowledged: Acknowledged;
  readonly worse: AlarmLevel | null;
  /** Start of the window after which it applies, seconds. */
  readonly window: number;
}

/** Plain values, kept with the checkpoint. */
export interface AcknowledgementState {
  readonly sequence: number;
  readonly waiting: readonly SequencedCommand[];
  readonly active: readonly ActiveAcknowledgement[];
}

interface DecidedWindow {
  /** Number of the newest window decided, and the window length in seconds. */
  readonly number: number;
  readonly length: number;
}

/** The windows to check: those that start at `from` (seconds) or later. */
interface SearchRange {
  readonly decided: DecidedWindow;
  readonly from: number;
}

interface RunningInstance {
  readonly instances: AlarmInstances;
  readonly slot: number;
  readonly since: number;
}

const instanceKey = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

/** Returns the instance that a command addresses, or undefined if it is not raised. */
function findRunning(
  evaluator: Evaluator,
  { alarm, element }: { readonly alarm: number; readonly element: number },
): RunningInstance | undefined {
  const instance = evaluator.find(alarm, element);
  if (instance === undefined) return undefined;
  const since = instance.instances.since[instance.slot] ?? 0;
  return since === 0 ? undefined : { ...instance, since };
}

/**
 * Acknowledgements of running alarms. A command applies right after the window that its author saw. If it is
 * read later, the windows decided since then are checked; if a replay reads it earlier, it waits for its
 * window. The state after a window therefore depends on commands and measures only, not on when the commands
 * were read.
 */
export class Acknowledgements {
  #sequence = 0;
  #waiting: readonly SequencedCommand[] = [];
  #active = new Map<string, ActiveAcknowledgement>();

  /** Sequence of the newest command accepted. */
  get sequence(): number {
    return this.#sequence;
  }

  /**
   * Accepts a command and returns the events of the commands whose window is decided. Ignores a command it
   * has already accepted.
   */
  accept(command: SequencedCommand, evaluator: Evaluator, decided: DecidedWindow): readonly AlarmEvent[] {
    if (command.seq <= this.#sequence) return [];
    this.#sequence = command.seq;
    this.#waiting = [...this.#waiting, command];
    return this.#applyDue(evaluator, decided);
  }

  /** Records that a command was read that addresses no alarm of this partition. */
  skip({ seq }: SequencedCommand): void {
    this.#sequence = Math.max(this.#sequence, seq);
  }

  /**
   * Updates acknowledgements after a window is decided: those of cleared alarms are removed, those that
   * expired or whose alarm got worse end with an event.
   */
  closeWindow(evaluator: Evaluator, decided: DecidedWindow): readonly AlarmEvent[] {
    const events: AlarmEvent[] = [];
    for (const acknowledgement of this.#active.values()) {
      const running = findRunning(evaluator, acknowledgement);
      if (running?.since !== acknowledgement.since) this.#active.delete(instanceKey(acknowledgement));
      else
        events.push(
          ...this.#endAutomatically(acknowledgement, running, {
            decided,
            from: decided.number * decided.length,
          }),
        );
    }
    return [...events, ...this.#applyDue(evaluator, decided)];
  }

  /** Returns the acknowledgement in force at `now` (milliseconds), or undefined. */
  find({ instances, slot }: Omit<RunningInstance, 'since'>, now: number): Acknowledged | undefined {
    if (this.#active.size === 0) return undefined;
    const acknowledgement = this.#active.get(
      instanceKey({ alarm: instances.alarm.id, element: instances.elements.ids[slot] ?? 0 }),
    );
    if (acknowledgement === undefined || acknowledgement.since !== instances.since[slot]) return undefined;
    return (acknowledgement.acknowledged.until ?? Infinity) > now ? acknowledgement.acknowledged : undefined;
  }

  /** Returns the next time at which an acknowledgement expires, Infinity if none does. */
  expiresAfter(now: number): number {
    let next = Infinity;
    for (const { acknowledged } of this.#active.values())
      if (acknowledged.until !== null && acknowledged.until > now) next = Math.min(next, acknowledged.until);
    return next;
  }

  state(): AcknowledgementState {
    return { sequence: this.#sequence, waiting: this.#waiting, active: [...this.#active.values()] };
  }

  restore({ sequence, waiting, active }: AcknowledgementState): void {
    this.#sequence = sequence;
    this.#waiting = waiting;
    this.#active = new Map(active.map((each) => [instanceKey(each), each]));
  }

  /** Applies due commands, in stream order per instance. */
  #applyDue(evaluator: Evaluator, decided: DecidedWindow): readonly AlarmEvent[] {
    if (this.#waiting.length === 0) return [];
    const newest = decided.number * decided.length;
    const events: AlarmEvent[] = [];
    const left: SequencedCommand[] = [];
    const held = new Set<string>();
    for (const sequenced of this.#waiting) {
      const key = instanceKey(sequenced.command);
      if (sequenced.command.window > newest || held.has(key)) {
        held.add(key);
        left.push(sequenced);
      } else events.push(...this.#apply(sequenced, evaluator, decided));
    }
    this.#waiting = left;
    return events;
  }

  #apply(sequenced: SequencedCommand, evaluator: Evaluator, decided: DecidedWindow): readonly AlarmEvent[] {
    const { command } = sequenced;
    const running = findRunning(evaluator, command);
    // Cleared since, or raised again after the author's window: that is another alarm.
    if (running === undefined || running.since > command.window) return [];
    if (running.instances.elements.customers[running.slot] !== command.customer) return [];
    return command.kind === 'acknowledge'
      ? this.#acknowledge({ ...sequenced, command }, running, decided)
      : this.#unacknowledge({ ...sequenced, command }, running, decided);
  }

  #acknowledge(
    {
      seq,
      at,
      command,
    }: SequencedCommand & { command: Extract<AcknowledgementCommand, { kind: 'acknowledge' }> },
    running: RunningInstance,
    decided: DecidedWindow,
  ): readonly AlarmEvent[] {
    const { alarm, element, by, note, until, worse, window } = command;
    const acknowledged = { by, at, note, until, untilWorse: worse !== null };
    const acknowledgement = { alarm, element, since: running.since, seq, acknowledged, worse, window };
    this.#active.set(instanceKey(acknowledgement), acknowledgement);
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
    return [
      event,
      ...this.#endAutomatically(acknowledgement, running, { decided, from: window + decided.length }),
    ];
  }

  #unacknowledge(
    { seq, at, command }: SequencedCommand,
    running: RunningInstance,
    { length }: DecidedWindow,
  ): readonly AlarmEvent[] {
    const acknowledgement = this.#active.get(instanceKey(command));
    if (acknowledgement === undefined) return [];
    this.#active.delete(instanceKey(command));
    const { acknowledged } = acknowledgement;
    const facts = { edge: 'unacknowledge', cause: 'user', acknowledged, endedBy: command.by } as const;
    return [
      acknowledgementEvent(running, { ...facts, seq, at: command.window, length, happened: at, value: null }),
    ];
  }

  /** Checks the windows that start at `from` (seconds) or later. */
  #endAutomatically(
    acknowledgement: ActiveAcknowledgement,
    running: RunningInstance,
    range: SearchRange,
  ): readonly AlarmEvent[] {
    const worse = this.#endIfWorse(acknowledgement, running, range);
    return worse.length > 0 ? worse : this.#endIfExpired(acknowledgement, running, range);
  }

  /**
   * Ends with the first window after its own that ends at or after the expiry time, whenever it is checked.
   */
  #endIfExpired(
    acknowledgement: ActiveAcknowledgement,
    running: RunningInstance,
    { decided }: SearchRange,
  ): readonly AlarmEvent[] {
    const { acknowledged, seq, window } = acknowledgement;
    const { length } = decided;
    if (acknowledged.until === null) return [];
    const due = (Math.ceil(acknowledged.until / (length * 1_000)) - 1) * length;
    const at = Math.max(due, window + length);
    if (at > decided.number * length) return [];
    this.#active.delete(instanceKey(acknowledgement));
    const facts = { edge: 'unacknowledge', cause: 'expired', seq, acknowledged, value: null } as const;
    return [acknowledgementEvent(running, { ...facts, at, length, happened: acknowledged.until })];
  }

  /** An acknowledgement that expired before the alarm got worse has already ended. */
  #endIfWorse(
    acknowledgement: ActiveAcknowledgement,
    running: RunningInstance,
    { decided, from }: SearchRange,
  ): readonly AlarmEvent[] {
    const { worse, acknowledged, seq } = acknowledgement;
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
    this.#active.delete(instanceKey(acknowledgement));
    const facts = { edge: 'unacknowledge', cause: 'worse', seq, acknowledged } as const;
    return [
      acknowledgementEvent(running, {
        ...facts,
        at: found.at,
        length: decided.length,
        happened,
        value: found.value,
      }),
    ];
  }
}
