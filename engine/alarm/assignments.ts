import type { AlarmCommand } from '#schemas/alerting/acknowledgement.ts';
import type { Assigned } from '#schemas/alerting/mark.ts';
import { instanceKey } from './active-acknowledgement.ts';
import type { InstanceRef } from './alarm-instances.ts';
import { nextRun, runSince, type AlarmRun, type DecisionTime } from './alarm-run.ts';
import type { Evaluator } from './evaluator.ts';
import { eventRow, type AlarmEvent } from './event-row.ts';

/** An assignment in force. */
export interface ActiveAssignment {
  readonly alarm: number;
  readonly element: number;
  /** Start of the window that raised the assigned alarm, seconds. */
  readonly since: number;
  /** Sequence of the command in the stream. */
  readonly seq: number;
  readonly assigned: Assigned;
}

export interface AssignmentCommand {
  readonly seq: number;
  /** When the broker stored it, milliseconds since 1970. */
  readonly at: number;
  readonly command: Extract<AlarmCommand, { readonly kind: 'assign' | 'unassign' }>;
}

interface AssignmentFact {
  readonly edge: 'assign' | 'unassign';
  /** `kept`: the alarm was raised again in time. */
  readonly cause: 'user' | 'kept';
  /** Start of the window after which it applies, and the window length, in seconds. */
  readonly at: number;
  readonly length: number;
  /** When it happened, milliseconds since 1970. */
  readonly happened: number;
  readonly seq: number;
  readonly assigned: Assigned;
  readonly endedBy?: string;
}

/** The event row of an assignment or of its end. A replayed command produces the same row. */
function assignmentEvent(instance: InstanceRef, fact: AssignmentFact): AlarmEvent {
  const { edge, cause, at, length, happened, seq, assigned, endedBy } = fact;
  return eventRow(instance, {
    edge,
    cause,
    at,
    length,
    ingested: happened,
    value: 0,
    // One command may be kept several times.
    identity: cause === 'kept' ? ['command', seq, edge, cause, at] : ['command', seq, edge, cause],
    evidence: { windows: [], assigned, ...(endedBy === undefined ? {} : { endedBy }) },
  });
}

/**
 * Who takes care of running alarms. An assignment ends with its alarm, unless the alarm is raised again within the time in which it
 * keeps its acknowledgement.
 */
export class Assignments {
  #active = new Map<string, ActiveAssignment>();

  /** Applies a command to the run that its author saw; `since` it may have cleared. */
  apply(
    { seq, at, command }: AssignmentCommand,
    run: AlarmRun,
    decided: DecisionTime,
  ): readonly AlarmEvent[] {
    const { alarm, element, by, window } = command;
    const key = instanceKey(command);
    const fact = { cause: 'user', at: window, length: decided.length, happened: at, seq } as const;
    if (command.kind === 'assign') {
      const assigned = { to: command.to, by, at };
      const assignment = { alarm, element, since: run.since, seq, assigned };
      this.#active.set(key, assignment);
      const event = assignmentEvent(run, { ...fact, edge: 'assign', assigned });
      return [event, ...this.#follow(assignment, run, decided)];
    }
    const before = this.#active.get(key);
    if (before === undefined) return [];
    this.#active.delete(key);
    const { assigned } = before;
    return [assignmentEvent(run, { ...fact, edge: 'unassign', assigned, endedBy: by })];
  }

  /** After a window is decided: assignments of cleared alarms wait for another raise or end. */
  closeWindow(evaluator: Evaluator, decided: DecisionTime): readonly AlarmEvent[] {
    const events: AlarmEvent[] = [];
    for (const assignment of this.#active.values()) {
      const instance = evaluator.find(assignment.alarm, assignment.element);
      const run = instance && runSince(instance, assignment.since);
      if (run === undefined) this.#active.delete(instanceKey(assignment));
      else events.push(...this.#follow(assignment, run, decided));
    }
    return events;
  }

  find({ instances, slot }: InstanceRef): Assigned | undefined {
    if (this.#active.size === 0) return undefined;
    const key = instanceKey({ alarm: instances.alarm.id, element: instances.elements.ids[slot] ?? 0 });
    const assignment = this.#active.get(key);
    return assignment?.since === instances.since[slot] ? assignment?.assigned : undefined;
  }

  state(): readonly ActiveAssignment[] {
    return [...this.#active.values()];
  }

  restore(active: readonly ActiveAssignment[]): void {
    this.#active = new Map(active.map((each) => [instanceKey(each), each]));
  }

  #follow(assignment: ActiveAssignment, run: AlarmRun, decided: DecisionTime): readonly AlarmEvent[] {
    const { clearedAt } = run;
    if (clearedAt === null) return [];
    const next = nextRun({ ...run, clearedAt }, decided);
    if (next === 'may come') return [];
    this.#active.delete(instanceKey(assignment));
    if (next === 'too late') return [];
    this.#active.set(instanceKey(assignment), { ...assignment, since: next.since });
    const { seq, assigned } = assignment;
    const { length } = decided;
    const happened = (next.since + length) * 1_000;
    return [
      assignmentEvent(next, {
        edge: 'assign',
        cause: 'kept',
        at: next.since,
        length,
        happened,
        seq,
        assigned,
      }),
    ];
  }
}
