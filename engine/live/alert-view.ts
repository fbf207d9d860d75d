import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AlertDelta, CountDelta, Topic } from '#schemas/socket/live.ts';
import type { Steps } from '#platform/clock/steps.ts';
import type { MarksAt } from './alarm-marks.ts';
import { alarmRow, rowId, type LiveAlarm } from './alarm-row.ts';
import type { InstanceRef } from '../alarm/alarm-instances.ts';
import { CustomerAlertView, type DataTime } from './customer-alert-view.ts';

export interface LiveSnapshot {
  readonly inventory: Inventory;
  readonly running: Iterable<LiveAlarm>;
  readonly time: DataTime;
  /** Their acknowledgements and silences. */
  readonly marks: Pick<MarksAt, 'marksOf'>;
}

export interface LiveMessage {
  readonly subject: string;
  readonly delta: AlertDelta | CountDelta;
}

/** Rows built per step. */
const ROWS_PER_STEP = 256;

const idOf = ({ instances, slot }: InstanceRef): string =>
  rowId(instances.alarm.id, instances.elements.ids[slot] ?? 0);

/** The running alarms of the customers of one partition. */
export class AlertView {
  readonly #epoch: string;
  readonly #belongs: (customer: number) => boolean;
  readonly #customers = new Map<number, CustomerAlertView>();

  /** `epoch` identifies this run of the engine: the numbering of deltas starts over with it. */
  constructor(epoch: string, belongs: (customer: number) => boolean) {
    this.#epoch = epoch;
    this.#belongs = belongs;
  }

  *showSteps({ inventory, running, time, marks }: LiveSnapshot): Steps {
    let made = 0;
    const rows = new Map<number, Map<string, AlarmRow>>();
    for (const customer of inventory.customers.keys())
      if (this.#belongs(customer)) rows.set(customer, new Map());
    for (const alarm of running) {
      const { elements } = alarm.instances;
      const customer = elements.customers[alarm.slot] ?? 0;
      const own = rows.get(customer) ?? new Map<string, AlarmRow>();
      own.set(idOf(alarm), { ...alarmRow(alarm, inventory), ...marks.marksOf(alarm) });
      rows.set(customer, own);
      made += 1;
      if (made % ROWS_PER_STEP === 0) yield undefined;
    }
    // A deleted customer has no running alarms: its view publishes that once.
    for (const customer of this.#customers.keys()) if (!rows.has(customer)) rows.set(customer, new Map());
    for (const [customer, own] of rows) yield* this.#customer(customer).showSteps(own, time);
  }

  /** Between two windows only acknowledgements and silences change. */
  *refreshMarksSteps({ running, marks }: Pick<LiveSnapshot, 'running' | 'marks'>): Steps {
    let looked = 0;
    for (const alarm of running) {
      const customer = alarm.instances.elements.customers[alarm.slot] ?? 0;
      this.#customers.get(customer)?.refreshMarks(idOf(alarm), marks.marksOf(alarm));
      looked += 1;
      if (looked % ROWS_PER_STEP === 0) yield undefined;
    }
  }

  /** Takes the pending deltas as messages for core NATS. */
  takeMessages(): readonly LiveMessage[] {
    const messages: LiveMessage[] = [];
    for (const [customer, board] of this.#customers) {
      const { alert, count } = board.takeDeltas();
      const add = (topic: Topic) => (delta: AlertDelta | CountDelta) =>
        messages.push({ subject: subjects.live(customer, topic), delta });
      alert.forEach(add('alert'));
      count.forEach(add('count'));
    }
    return messages;
  }

  /** Whether there are deltas left for the next call of `takeMessages`. */
  get hasPending(): boolean {
    return this.#customers.values().some((board) => board.hasPending);
  }

  /** Forgets the changes that no delta has reported: the states contain them. */
  dropPending(): void {
    for (const board of this.#customers.values()) board.dropPending();
  }

  /** Returns the state at the last delta; take the messages first. */
  states(): readonly AlertState[] {
    return [...this.#customers.values()].map((board) => board.state());
  }

  #customer(customer: number): CustomerAlertView {
    let board = this.#customers.get(customer);
    if (board === undefined) {
      board = new CustomerAlertView(customer, this.#epoch);
      this.#customers.set(customer, board);
    }
    return board;
  }
}
