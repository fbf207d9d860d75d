import type { AlarmRow, AlertState } from '#schemas/alerting/alert.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { AlertDelta, CountDelta, Topic } from '#schemas/socket/live.ts';
import type { Steps } from '../partition/steps.ts';
import type { MarksAt } from './alarm-marks.ts';
import { alarmRow, rowId } from './alarm-row.ts';
import type { RunningAlarm, ShownAlarm } from './alarm-row.ts';
import { CustomerBoard } from './customer-board.ts';

export interface Shown {
  readonly inventory: Inventory;
  readonly running: Iterable<ShownAlarm>;
  /** Time of the newest sample, milliseconds. */
  readonly at: number;
  /** What people did about them. */
  readonly marks: Pick<MarksAt, 'of'>;
}

export interface LiveMessage {
  readonly subject: string;
  readonly delta: AlertDelta | CountDelta;
}

/** Rows made between two steps. */
const ROWS_AT_A_STEP = 256;

const idOf = ({ instances, slot }: RunningAlarm): string =>
  rowId(instances.alarm.id, instances.elements.ids[slot] ?? 0);

/** The running alarms of the customers of one partition. */
export class AlertBoard {
  readonly #epoch: string;
  readonly #belongs: (customer: number) => boolean;
  readonly #boards = new Map<number, CustomerBoard>();

  /** `epoch` names this run of the engine: the numbering of deltas starts anew with it. */
  constructor(epoch: string, belongs: (customer: number) => boolean) {
    this.#epoch = epoch;
    this.#belongs = belongs;
  }

  /** Nothing may be asked for before the last step. */
  *show({ inventory, running, at, marks }: Shown): Steps {
    let made = 0;
    const rows = new Map<number, Map<string, AlarmRow>>();
    for (const customer of inventory.customers.keys())
      if (this.#belongs(customer)) rows.set(customer, new Map());
    for (const alarm of running) {
      const { elements } = alarm.instances;
      const customer = elements.customers[alarm.slot] ?? 0;
      const own = rows.get(customer) ?? new Map<string, AlarmRow>();
      own.set(idOf(alarm), { ...alarmRow(alarm, inventory), ...marks.of(alarm) });
      rows.set(customer, own);
      made += 1;
      if (made % ROWS_AT_A_STEP === 0) yield undefined;
    }
    // A customer that is gone has nothing running any more; its board says so once more.
    for (const customer of this.#boards.keys()) if (!rows.has(customer)) rows.set(customer, new Map());
    for (const [customer, own] of rows) yield* this.#board(customer).show(own, at);
  }

  /** Between two windows: only what people did about running alarms has changed. */
  *remark({ running, marks }: Pick<Shown, 'running' | 'marks'>): Steps {
    let looked = 0;
    for (const alarm of running) {
      const customer = alarm.instances.elements.customers[alarm.slot] ?? 0;
      this.#boards.get(customer)?.remark(idOf(alarm), marks.of(alarm));
      looked += 1;
      if (looked % ROWS_AT_A_STEP === 0) yield undefined;
    }
  }

  /** Deltas not told yet, as messages for core NATS. */
  takeMessages(): readonly LiveMessage[] {
    const messages: LiveMessage[] = [];
    for (const [customer, board] of this.#boards) {
      const { alert, count } = board.deltas();
      const add = (topic: Topic) => (delta: AlertDelta | CountDelta) =>
        messages.push({ subject: subjects.live(customer, topic), delta });
      alert.forEach(add('alert'));
      count.forEach(add('count'));
    }
    return messages;
  }

  /** Some deltas wait for the next call of `takeMessages`: there are many. */
  get isBehind(): boolean {
    return this.#boards.values().some((board) => board.isBehind);
  }

  /** The state at the last delta; take the messages first. */
  states(): readonly AlertState[] {
    return [...this.#boards.values()].map((board) => board.state());
  }

  #board(customer: number): CustomerBoard {
    let board = this.#boards.get(customer);
    if (board === undefined) {
      board = new CustomerBoard(customer, this.#epoch);
      this.#boards.set(customer, board);
    }
    return board;
  }
}
