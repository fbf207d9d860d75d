import type { AlarmCommand } from '#schemas/alerting/acknowledgement.ts';
import type { Acknowledged, Assigned } from '#schemas/alerting/mark.ts';
import { acknowledgementEvent } from './acknowledgement-event.ts';
import {
  expiryWindow,
  instanceKey,
  worseWindow,
  type ActiveAcknowledgement,
  type RunRange,
  type SearchRange,
} from './active-acknowledgement.ts';
import type { AlarmEvent } from './event-row.ts';
import type { InstanceRef } from './alarm-instances.ts';
import { nextRun, runAt, runSince, type AlarmRun, type DecisionTime } from './alarm-run.ts';
import { Assignments, type ActiveAssignment } from './assignments.ts';
import type { Evaluator } from './evaluator.ts';

/** A command with its stream sequence and the time at which the broker stored it, milliseconds. */
export interface SequencedCommand {
  readonly seq: number;
  readonly at: number;
  readonly command: AlarmCommand;
}

/** Plain values, kept with the checkpoint. */
export interface AcknowledgementState {
  readonly sequence: number;
  readonly waiting: readonly SequencedCommand[];
  readonly active: readonly ActiveAcknowledgement[];
  /** Absent in checkpoints saved before there were any. */
  readonly assigned?: readonly ActiveAssignment[];
}

/**
 * Acknowledgements of running alarms. A command applies right after the window that its author saw. If it is
 * read later, the windows decided since then are checked; if a replay reads it earlier, it waits for its
 * window. The state after a window therefore depends on commands and measures only, not on when the commands
 * were read.
 *
 * An alarm raised again within the time of its definition (`acknowledgementMinutes`) keeps its acknowledgement, unless it expired
 * by then or the alarm got worse.
 */
export class Acknowledgements {
  /** Assignments are commands of the same stream, ordered with them. */
  readonly #assignments = new Assignments();
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
  accept(command: SequencedCommand, evaluator: Evaluator, decided: DecisionTime): readonly AlarmEvent[] {
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
   * Updates acknowledgements after a window is decided: those of cleared alarms wait for another raise or are removed, those that
   * expired or whose alarm got worse end with an event.
   */
  closeWindow(evaluator: Evaluator, decided: DecisionTime): readonly AlarmEvent[] {
    const events: AlarmEvent[] = [];
    for (const acknowledgement of this.#active.values()) {
      const instance = evaluator.find(acknowledgement.alarm, acknowledgement.element);
      const run = instance && runSince(instance, acknowledgement.since);
      if (run === undefined) this.#active.delete(instanceKey(acknowledgement));
      else
        events.push(
          ...this.#update(acknowledgement, run, { decided, from: decided.number * decided.length }),
        );
    }
    const assignments = this.#assignments.closeWindow(evaluator, decided);
    return [...events, ...assignments, ...this.#applyDue(evaluator, decided)];
  }

  /** Returns the acknowledgement in force at `now` (milliseconds), or undefined. */
  find({ instances, slot }: InstanceRef, now: number): Acknowledged | undefined {
    if (this.#active.size === 0) return undefined;
    const acknowledgement = this.#active.get(
      instanceKey({ alarm: instances.alarm.id, element: instances.elements.ids[slot] ?? 0 }),
    );
    if (acknowledgement === undefined || acknowledgement.since !== instances.since[slot]) return undefined;
    return (acknowledgement.acknowledged.until ?? Infinity) > now ? acknowledgement.acknowledged : undefined;
  }

  /** Returns to whom a running alarm is assigned, or undefined. */
  findAssigned(instance: InstanceRef): Assigned | undefined {
    return this.#assignments.find(instance);
  }

  /** Returns the next time at which an acknowledgement expires, Infinity if none does. */
  expiresAfter(now: number): number {
    let next = Infinity;
    for (const { acknowledged } of this.#active.values())
      if (acknowledged.until !== null && acknowledged.until > now) next = Math.min(next, acknowledged.until);
    return next;
  }

  state(): AcknowledgementState {
    return {
      sequence: this.#sequence,
      waiting: this.#waiting,
      active: [...this.#active.values()],
      assigned: this.#assignments.state(),
    };
  }

  restore({ sequence, waiting, active, assigned = [] }: AcknowledgementState): void {
    this.#sequence = sequence;
    this.#waiting = waiting;
    this.#active = new Map(active.map((each) => [instanceKey(each), each]));
    this.#assignments.restore(assigned);
  }

  /** Applies due commands, in stream order per instance. */
  #applyDue(evaluator: Evaluator, decided: DecisionTime): readonly AlarmEvent[] {
    if (this.#waiting.length === 0) return [];
    const newest = decided.number * decided.length;
    const events: AlarmEvent[] = [];
    const left: SequencedCommand[] = [];
    // A later command of an instance waits for the earlier ones.
    const blocked = new Set<string>();
    for (const sequenced of this.#waiting) {
      const key = instanceKey(sequenced.command);
      if (sequenced.command.window > newest || blocked.has(key)) {
        blocked.add(key);
        left.push(sequenced);
      } else events.push(...this.#apply(sequenced, evaluator, decided));
    }
    this.#waiting = left;
    return events;
  }

  #apply(sequenced: SequencedCommand, evaluator: Evaluator, decided: DecisionTime): readonly AlarmEvent[] {
    const { command } = sequenced;
    const instance = evaluator.find(command.alarm, command.element);
    // Without a run in the author's window it cleared since, or was raised again: that is another alarm.
    const run = instance && runAt(instance, command.window);
    if (run === undefined) return [];
    if (run.instances.elements.customers[run.slot] !== command.customer) return [];
    switch (command.kind) {
      case 'acknowledge':
        return this.#acknowledge({ ...sequenced, command }, run, decided);
      case 'unacknowledge':
        return this.#unacknowledge({ ...sequenced, command }, run, decided);
      case 'assign':
      case 'unassign':
        return this.#assignments.apply({ ...sequenced, command }, run, decided);
    }
  }

  #acknowledge(
    { seq, at, command }: SequencedCommand & { command: Extract<AlarmCommand, { kind: 'acknowledge' }> },
    run: AlarmRun,
    decided: DecisionTime,
  ): readonly AlarmEvent[] {
    const { alarm, element, by, note, until, worse, window } = command;
    const acknowledged = { by, at, note, until, untilWorse: worse !== null };
    const acknowledgement = { alarm, element, since: run.since, seq, acknowledged, worse, window };
    this.#active.set(instanceKey(acknowledgement), acknowledgement);
    const event = acknowledgementEvent(run, {
      edge: 'acknowledge',
      cause: 'user',
      seq,
      at: window,
      length: decided.length,
      happened: at,
      acknowledged,
      value: worse?.value ?? null,
    });
    return [event, ...this.#update(acknowledgement, run, { decided, from: window + decided.length })];
  }

  #unacknowledge(
    { seq, at, command }: SequencedCommand,
    run: AlarmRun,
    { length }: DecisionTime,
  ): readonly AlarmEvent[] {
    const acknowledgement = this.#active.get(instanceKey(command));
    if (acknowledgement === undefined) return [];
    this.#active.delete(instanceKey(command));
    const { acknowledged } = acknowledgement;
    const facts = { edge: 'unacknowledge', cause: 'user', acknowledged, endedBy: command.by } as const;
    return [
      acknowledgementEvent(run, { ...facts, seq, at: command.window, length, happened: at, value: null }),
    ];
  }

  /** Checks the windows of the range: first those in which the alarm ran, then what follows its clear. */
  #update(
    acknowledgement: ActiveAcknowledgement,
    run: AlarmRun,
    { decided, from }: SearchRange,
  ): readonly AlarmEvent[] {
    const { clearedAt } = run;
    const last = clearedAt === null ? decided.number * decided.length : clearedAt - decided.length;
    const range = { decided, from, last };
    const worse = this.#endIfWorse(acknowledgement, run, range);
    if (worse.length > 0) return worse;
    const expired = this.#endIfExpired(acknowledgement, run, range);
    if (expired.length > 0 || clearedAt === null) return expired;
    return this.#keepOrRemove(acknowledgement, { ...run, clearedAt }, decided);
  }

  /** Waits for another raise in time. */
  #keepOrRemove(
    acknowledgement: ActiveAcknowledgement,
    ended: AlarmRun & { readonly clearedAt: number },
    decided: DecisionTime,
  ): readonly AlarmEvent[] {
    const next = nextRun(ended, decided);
    if (next === 'too late') this.#active.delete(instanceKey(acknowledgement));
    return typeof next === 'string' ? [] : this.#takeOver(acknowledgement, next, decided);
  }

  /** Acknowledges the alarm that was raised again, unless the acknowledgement is over with that window. */
  #takeOver(
    acknowledgement: ActiveAcknowledgement,
    next: AlarmRun,
    decided: DecisionTime,
  ): readonly AlarmEvent[] {
    this.#active.delete(instanceKey(acknowledgement));
    const { acknowledged, seq } = acknowledgement;
    const { length } = decided;
    const { since: at } = next;
    const happened = (at + length) * 1_000;
    if ((acknowledged.until ?? Infinity) <= happened) return [];
    if (worseWindow(acknowledgement, next, { decided, from: at, last: at }) !== undefined) return [];
    const renewed = { ...acknowledgement, since: at, window: at };
    this.#active.set(instanceKey(renewed), renewed);
    const facts = { edge: 'acknowledge', cause: 'kept', seq, acknowledged, value: null } as const;
    return [
      acknowledgementEvent(next, { ...facts, at, length, happened }),
      ...this.#update(renewed, next, { decided, from: at + length }),
    ];
  }

  /** Ends with the first window after its own that ends at or after the expiry time, whenever it is checked. */
  #endIfExpired(
    acknowledgement: ActiveAcknowledgement,
    run: AlarmRun,
    range: RunRange,
  ): readonly AlarmEvent[] {
    const { acknowledged, seq } = acknowledgement;
    const at = expiryWindow(acknowledgement, range);
    if (at === undefined || acknowledged.until === null) return [];
    this.#active.delete(instanceKey(acknowledgement));
    const facts = { edge: 'unacknowledge', cause: 'expired', seq, acknowledged, value: null } as const;
    const { length } = range.decided;
    return [acknowledgementEvent(run, { ...facts, at, length, happened: acknowledged.until })];
  }

  #endIfWorse(acknowledgement: ActiveAcknowledgement, run: AlarmRun, range: RunRange): readonly AlarmEvent[] {
    const found = worseWindow(acknowledgement, run, range);
    if (found === undefined) return [];
    this.#active.delete(instanceKey(acknowledgement));
    const { acknowledged, seq } = acknowledgement;
    const { length } = range.decided;
    const facts = { edge: 'unacknowledge', cause: 'worse', seq, acknowledged, value: found.value } as const;
    const happened = (found.at + length) * 1_000;
    return [acknowledgementEvent(run, { ...facts, at: found.at, length, happened })];
  }
}
