import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { BacktestOutcome, BacktestRule } from '#schemas/cockpit/backtest.ts';
import { targetOf } from '#schemas/cockpit/target.ts';
import { measuredKey } from '#schemas/kpi/library.ts';
import { AlarmInstances, thresholdsOf } from '../alarm/alarm-instances.ts';
import { Track } from '../alarm/track.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { sources } from '../measure/sources.ts';
import type { Lane } from '../measure/sources.ts';
import { measuringOf } from '../measure/window-measures.ts';
import { runThrough } from '../partition/steps.ts';
import { alarmTimes } from './alarm-times.ts';
import type { ValueGrid } from './alarm-times.ts';
import { Difference } from './difference.ts';
import { Figures } from './figures.ts';
import { windowsOf } from './period.ts';
import type { Period } from './period.ts';

/** Values held at a time: what a backtest takes of memory, 2 MiB, and of the event loop in one go. */
const GRID_VALUES = 256 * 1_024;

/** By number of source. */
type Elements = readonly ElementTable[];

/** Which values a grid is filled with. */
export interface GridPlace {
  /** Number under which its measures are stored. */
  readonly kpi: number;
  readonly customer: number;
  readonly elements: ElementTable;
  readonly from: number;
  readonly slots: number;
  readonly period: Period;
}

export interface BacktestNeeds {
  readonly rules: readonly BacktestRule[];
  /** KPIs that administrators defined. */
  readonly definitions: KpiDefinitions;
  /** Elements of each customer. */
  readonly customers: ReadonlyMap<number, Elements>;
  readonly period: Period;
  readonly bucketSeconds: number;
  readonly read: (place: GridPlace) => Promise<ValueGrid>;
  readonly signal: AbortSignal;
  /** Told after each part how many of the values needed it has looked at. */
  readonly onDone: (values: number) => void;
}

/** Label, severity and visibility decide nothing. */
const definitionOf = ({ thresholds, target, customers, ...rule }: BacktestRule): AlarmDefinition => ({
  ...rule,
  ...(customers === undefined ? {} : { customers }),
  ...(target === undefined ? {} : { target }),
  id: 0,
  label: '',
  severity: 'critical',
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(thresholds.customers.map(({ customer, value }) => [customer, value])),
  byElement: new Map(thresholds.elements.map(({ element, value }) => [element, value])),
});

/** Whether the rule is decided on elements of a source. */
const isMeasured = (
  definitions: KpiDefinitions,
  rule: Pick<BacktestRule, 'kpi' | 'target'>,
  source: number,
): boolean =>
  targetOf(rule) === sources[source]?.kind &&
  measuringOf(definitions).scaleIn(source, measuredKey(rule.kpi)) !== undefined;

/** Lanes whose windows the rules look at. */
export const lanesOf = ({
  rules,
  definitions,
}: Pick<BacktestNeeds, 'rules' | 'definitions'>): ReadonlySet<Lane> =>
  new Set(
    sources
      .filter((_, source) => rules.some((rule) => isMeasured(definitions, rule, source)))
      .map(({ lane }) => lane),
  );

/** Values that the rules need, missing ones included. */
export function valuesNeeded({
  rules,
  definitions,
  customers,
  period,
}: Pick<BacktestNeeds, 'rules' | 'definitions' | 'customers' | 'period'>): number {
  const read = [...new Map(rules.map((rule) => [`${rule.kpi} ${String(targetOf(rule))}`, rule])).values()];
  const elements = [...customers.values()].flatMap((own) =>
    own.flatMap(({ ids }, source) =>
      read.map((rule) => (isMeasured(definitions, rule, source) ? ids.length : 0)),
    ),
  );
  return elements.reduce((sum, count) => sum + count, 0) * windowsOf(period);
}

/** A run of one or two rules over the stored measures, a few elements at a time. */
class Backtest {
  readonly #needs: BacktestNeeds;
  readonly #figures: readonly Figures[];
  readonly #difference = new Difference();
  readonly #definitions: readonly AlarmDefinition[];
  #elements = 0;
  #values = 0;

  constructor(needs: BacktestNeeds) {
    this.#needs = needs;
    this.#figures = needs.rules.map(() => new Figures(needs.bucketSeconds));
    this.#definitions = needs.rules.map(definitionOf);
  }

  async run(): Promise<BacktestOutcome> {
    const { customers, rules, definitions, period } = this.#needs;
    for (const [customer, elements] of customers)
      for (const [source, own] of elements.entries())
        if (rules.some((rule) => isMeasured(definitions, rule, source)))
          await this.#customer(customer, source, own);
    const [first] = rules;
    const windows = (period.until - period.from) / period.length;
    return {
      windowSeconds: period.length,
      from: period.from,
      until: period.until,
      bucketSeconds: this.#needs.bucketSeconds,
      elements: this.#elements,
      values: this.#values,
      windows: first === undefined ? 0 : this.#elements * windows,
      figures: this.#figures.map((figures) => figures.total()),
      difference: rules.length < 2 ? null : this.#difference.total(),
    };
  }

  async #customer(customer: number, source: number, elements: ElementTable): Promise<void> {
    const { period, definitions, signal } = this.#needs;
    const measuring = measuringOf(definitions);
    const instances = this.#definitions.map((alarm) =>
      isMeasured(definitions, alarm, source)
        ? new AlarmInstances(alarm, source, {
            elements,
            track: new Track(1, 0, 1),
            kpi: measuring.numberOf(measuredKey(alarm.kpi)),
            thresholds: runThrough(thresholdsOf(alarm, elements)),
          })
        : undefined,
    );
    const step = Math.max(1, Math.floor(GRID_VALUES / Math.max(1, windowsOf(period))));
    for (let from = 0; from < elements.ids.length; from += step) {
      signal.throwIfAborted();
      await this.#decide(instances, {
        customer,
        elements,
        from,
        slots: Math.min(step, elements.ids.length - from),
        period,
      });
    }
  }

  async #decide(
    instances: readonly (AlarmInstances | undefined)[],
    place: Omit<GridPlace, 'kpi'>,
  ): Promise<void> {
    const { read, period } = this.#needs;
    const grids = new Map<number, ValueGrid>();
    const times = [];
    for (const [index, own] of instances.entries()) {
      if (own === undefined) {
        times.push([]);
        continue;
      }
      const { kpi } = own;
      const grid = grids.get(kpi) ?? (await read({ ...place, kpi }));
      grids.set(kpi, grid);
      if (index === 0) this.#measure(grid);
      const found = alarmTimes(own, grid, period);
      this.#figures[index]?.add(found, place.elements);
      times.push(found);
    }
    const [draft, inForce] = times;
    this.#needs.onDone(grids.values().reduce((sum, { values }) => sum + values.length, 0));
    if (draft !== undefined && inForce !== undefined) this.#difference.add(draft, inForce, place.elements);
  }

  /** How many windows of the period have a value. */
  #measure({ values, slots }: ValueGrid): void {
    const { first, from, length } = this.#needs.period;
    this.#elements += slots;
    for (let index = ((from - first) / length) * slots; index < values.length; index += 1)
      if (!Number.isNaN(values[index])) this.#values += 1;
  }
}

/** What the rules would have raised. Rejects with the signal's reason when it is aborted, and as `read` rejects. */
export const backtest = (needs: BacktestNeeds): Promise<BacktestOutcome> => new Backtest(needs).run();
