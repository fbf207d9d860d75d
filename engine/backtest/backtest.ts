import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { BacktestOutcome, BacktestRule } from '#schemas/cockpit/backtest.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { measuredKey } from '#schemas/kpi/library.ts';
import { AlarmInstances, thresholdSteps } from '../alarm/alarm-instances.ts';
import { MeasureHistory } from '../alarm/measure-history.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { sources } from '../configuration/sources.ts';
import type { Pipeline } from '../configuration/sources.ts';
import { measureProgramOf } from '../measure/measure-program.ts';
import { runSync } from '#platform/clock/steps.ts';
import { alarmTimes } from './alarm-times.ts';
import type { ValueGrid } from './alarm-times.ts';
import { Difference } from './difference.ts';
import { Figures } from './figures.ts';
import { windowsOf } from './period.ts';
import type { Period } from './period.ts';

/** Values per grid: limits the memory of a backtest (2 MiB) and the time it blocks the event loop. */
const GRID_VALUES = 256 * 1_024;

/** By number of source. */
type Elements = readonly ElementTable[];

/** The values of a grid. */
export interface GridPlace {
  /** KPI number of the stored measures. */
  readonly kpi: number;
  readonly customer: number;
  readonly elements: ElementTable;
  readonly from: number;
  readonly slots: number;
  readonly period: Period;
}

export interface BacktestRunNeeds {
  readonly rules: readonly BacktestRule[];
  /** User-defined KPIs. */
  readonly definitions: KpiDefinitions;
  /** Elements of each customer. */
  readonly customers: ReadonlyMap<number, Elements>;
  readonly period: Period;
  readonly bucketSeconds: number;
  readonly read: (place: GridPlace) => Promise<ValueGrid>;
  readonly signal: AbortSignal;
  /** Called after each part with the number of values evaluated. */
  readonly onDone: (values: number) => void;
}

/** Label, severity and visibility do not affect the result. */
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

/** Whether the rule applies to elements of a source. */
const isMeasured = (
  definitions: KpiDefinitions,
  rule: Pick<BacktestRule, 'kpi' | 'target'>,
  source: number,
): boolean =>
  alarmTargetOf(rule) === sources[source]?.kind &&
  measureProgramOf(definitions).scaleOf(source, measuredKey(rule.kpi)) !== undefined;

/** Pipelines whose windows the rules read. */
export const pipelinesOf = ({
  rules,
  definitions,
}: Pick<BacktestRunNeeds, 'rules' | 'definitions'>): ReadonlySet<Pipeline> =>
  new Set(
    sources
      .filter((_, source) => rules.some((rule) => isMeasured(definitions, rule, source)))
      .map(({ pipeline }) => pipeline),
  );

/** Number of values the rules need, including missing ones. */
export function valuesNeeded({
  rules,
  definitions,
  customers,
  period,
}: Pick<BacktestRunNeeds, 'rules' | 'definitions' | 'customers' | 'period'>): number {
  const read = [
    ...new Map(rules.map((rule) => [`${rule.kpi} ${String(alarmTargetOf(rule))}`, rule])).values(),
  ];
  const elements = [...customers.values()].flatMap((own) =>
    own.flatMap(({ ids }, source) =>
      read.map((rule) => (isMeasured(definitions, rule, source) ? ids.length : 0)),
    ),
  );
  return elements.reduce((sum, count) => sum + count, 0) * windowsOf(period);
}

/** Runs one or two rules over the stored measures, a few elements at a time. */
class Backtest {
  readonly #needs: BacktestRunNeeds;
  readonly #figures: readonly Figures[];
  readonly #difference = new Difference();
  readonly #definitions: readonly AlarmDefinition[];
  #elements = 0;
  #values = 0;

  constructor(needs: BacktestRunNeeds) {
    this.#needs = needs;
    this.#figures = needs.rules.map(() => new Figures(needs.bucketSeconds));
    this.#definitions = needs.rules.map(definitionOf);
  }

  async run(): Promise<BacktestOutcome> {
    const { customers, rules, definitions, period } = this.#needs;
    for (const [customer, elements] of customers)
      for (const [source, own] of elements.entries())
        if (rules.some((rule) => isMeasured(definitions, rule, source)))
          await this.#runCustomer(customer, source, own);
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

  async #runCustomer(customer: number, source: number, elements: ElementTable): Promise<void> {
    const { period, definitions, signal } = this.#needs;
    const measuring = measureProgramOf(definitions);
    const instances = this.#definitions.map((alarm) =>
      isMeasured(definitions, alarm, source)
        ? new AlarmInstances(alarm, source, {
            elements,
            history: new MeasureHistory(1, 0, 1),
            kpi: measuring.kpiNumberOf(measuredKey(alarm.kpi)),
            thresholds: runSync(thresholdSteps(alarm, elements)),
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

  /** Counts the windows of the period with a value. */
  #measure({ values, slots }: ValueGrid): void {
    const { first, from, length } = this.#needs.period;
    this.#elements += slots;
    for (let index = ((from - first) / length) * slots; index < values.length; index += 1)
      if (!Number.isNaN(values[index])) this.#values += 1;
  }
}

/**
 * Computes what the rules would have raised. Rejects with the signal's reason if it is aborted, and if `read`
 * rejects.
 */
export const runBacktest = (needs: BacktestRunNeeds): Promise<BacktestOutcome> => new Backtest(needs).run();
