import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import type { BacktestOutcome, BacktestRule } from '#schemas/cockpit/backtest.ts';
import { meansUnreachable } from '#schemas/alerting/dependency.ts';
import { allLevelsOf, statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import { measuredKey } from '#schemas/kpi/library.ts';
import { AlarmInstances } from '../alarm/alarm-instances.ts';
import { thresholdSteps } from '../alarm/thresholds.ts';
import { MeasureHistory } from '../alarm/measure-history.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { sourceNumber, sources, type Pipeline } from '../configuration/sources.ts';
import { measureProgramOf } from '../measure/measure-program.ts';
import { runSync } from '#platform/clock/steps.ts';
import { alarmTimes, type AlarmTime, type ValueGrid } from './alarm-times.ts';
import { Difference } from './difference.ts';
import { Figures } from './figures.ts';
import { PastParents } from './past-parents.ts';
import { windowsOf, type Period } from './period.ts';

/** Values per grid: the period of as many elements as fit is read at once. Limits the memory of a backtest (2 MiB) and the time it blocks the event loop. */
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
  /**
   * By customer, the alarms in force that mean that a device is unreachable. A rule that means it itself is explained by its own alarms
   * instead. A customer without an entry has no explanations.
   */
  readonly parents?: ReadonlyMap<number, readonly AlarmDefinition[]>;
  readonly period: Period;
  readonly bucketSeconds: number;
  /** Default: `GRID_VALUES`. */
  readonly gridValues?: number;
  readonly read: (place: GridPlace) => Promise<ValueGrid>;
  readonly signal: AbortSignal;
  /** Called after each part with the number of values evaluated. */
  readonly onDone: (values: number) => void;
}

/** Label and visibility do not affect the result. */
const definitionOf = ({ thresholds, target, customers, levels, ...rule }: BacktestRule): AlarmDefinition => ({
  ...rule,
  ...statedLevels(levels),
  ...(customers === undefined ? {} : { customers }),
  ...(target === undefined ? {} : { target }),
  id: 0,
  label: '',
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

const AVAILABILITY = 'cpe_avail';
const DEVICES = sourceNumber('device', 'snmp');

/** Whether a rule is on elements that may belong to a device. */
const mayBeExplained = ({ rules, definitions }: Pick<BacktestRunNeeds, 'rules' | 'definitions'>): boolean =>
  sources.some(
    ({ pipeline }, source) =>
      pipeline === 'samples' && rules.some((rule) => isMeasured(definitions, rule, source)),
  );

const isOwnParent = (alarm: AlarmDefinition): boolean =>
  meansUnreachable(alarm) && alarmTargetOf(alarm) === 'device';

/** Availability of devices that is read besides what the rules measure, to find out what explains their alarms. */
function devicesNeeded(needs: Pick<BacktestRunNeeds, 'rules' | 'definitions' | 'customers' | 'parents'>) {
  if (!mayBeExplained(needs)) return 0;
  const isOwn = needs.rules.map(definitionOf).some(isOwnParent);
  return [...(needs.parents ?? [])].reduce(
    (sum, [customer, parents]) =>
      sum + (isOwn || parents.length > 0 ? (needs.customers.get(customer)?.[DEVICES]?.ids.length ?? 0) : 0),
    0,
  );
}

/** Number of values that a backtest needs, including missing ones. */
export function valuesNeeded(
  needs: Pick<BacktestRunNeeds, 'rules' | 'definitions' | 'customers' | 'period' | 'parents'>,
): number {
  const { rules, definitions, customers, period } = needs;
  const read = [
    ...new Map(rules.map((rule) => [`${rule.kpi} ${String(alarmTargetOf(rule))}`, rule])).values(),
  ];
  const elements = [...customers.values()].flatMap((own) =>
    own.flatMap(({ ids }, source) =>
      read.map((rule) => (isMeasured(definitions, rule, source) ? ids.length : 0)),
    ),
  );
  return elements.reduce((sum, count) => sum + count, devicesNeeded(needs)) * windowsOf(period);
}

/** In rule order; empty: nothing is explained. */
type RuleParents = readonly PastParents[];

/** Elements of one source of a customer. */
interface CustomerSource {
  readonly customer: number;
  readonly source: number;
  readonly elements: ElementTable;
  readonly parents: RuleParents;
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
    this.#figures = needs.rules.map((rule) => new Figures(needs.bucketSeconds, allLevelsOf(rule)));
    this.#definitions = needs.rules.map(definitionOf);
  }

  async run(): Promise<BacktestOutcome> {
    const { customers, rules, definitions, period } = this.#needs;
    for (const [customer, elements] of customers) {
      const parents = await this.#pastParents(customer, elements);
      for (const [source, own] of elements.entries())
        if (rules.some((rule) => isMeasured(definitions, rule, source)))
          await this.#runCustomer({ customer, source, elements: own, parents });
    }
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

  async #runCustomer({ customer, source, elements, parents }: CustomerSource): Promise<void> {
    const { definitions } = this.#needs;
    const instances = this.#definitions.map((alarm) =>
      isMeasured(definitions, alarm, source) ? this.#instancesOf(alarm, source, elements) : undefined,
    );
    for (const place of this.#places(customer, elements)) await this.#decide(instances, place, parents);
  }

  /** The elements of a source, a few at a time. */
  *#places(customer: number, elements: ElementTable): Generator<Omit<GridPlace, 'kpi'>> {
    const { period, signal, gridValues = GRID_VALUES } = this.#needs;
    const step = Math.max(1, Math.floor(gridValues / Math.max(1, windowsOf(period))));
    for (let from = 0; from < elements.ids.length; from += step) {
      signal.throwIfAborted();
      yield { customer, elements, from, slots: Math.min(step, elements.ids.length - from), period };
    }
  }

  #instancesOf(alarm: AlarmDefinition, source: number, elements: ElementTable): AlarmInstances {
    return new AlarmInstances(alarm, source, {
      elements,
      history: new MeasureHistory(1, 0, 1),
      kpi: measureProgramOf(this.#needs.definitions).kpiNumberOf(measuredKey(alarm.kpi)),
      thresholds: runSync(thresholdSteps(alarm, elements)),
    });
  }

  /** What explains the alarms of each rule, in rule order. */
  async #pastParents(customer: number, elements: Elements): Promise<RuleParents> {
    const { parents, period, read, onDone } = this.#needs;
    const inForce = parents?.get(customer);
    const devices = elements[DEVICES];
    if (inForce === undefined || devices === undefined || !mayBeExplained(this.#needs)) return [];
    const byRule = this.#definitions.map((alarm) => (isOwnParent(alarm) ? [alarm] : inForce));
    const alarms = [...new Set(byRule.flat())];
    if (alarms.length === 0) return [];
    const found = byRule.map((own) => {
      const instances = own.map((alarm) => this.#instancesOf(alarm, DEVICES, devices));
      return new PastParents(period, { devices, instances });
    });
    for (const place of this.#places(customer, devices)) {
      const kpi = measureProgramOf(this.#needs.definitions).kpiNumberOf(AVAILABILITY);
      const grid = await read({ ...place, kpi });
      for (const one of found) one.add(grid);
      onDone(grid.values.length);
    }
    return found;
  }

  async #decide(
    instances: readonly (AlarmInstances | undefined)[],
    place: Omit<GridPlace, 'kpi'>,
    parents: RuleParents,
  ): Promise<void> {
    const { read, period } = this.#needs;
    const grids = new Map<number, ValueGrid>();
    const times = [];
    for (const [index, tested] of instances.entries()) {
      if (tested === undefined) {
        times.push([]);
        continue;
      }
      const { kpi, alarm } = tested;
      const grid = grids.get(kpi) ?? (await read({ ...place, kpi }));
      grids.set(kpi, grid);
      if (index === 0) this.#measure(grid);
      const own = parents[index];
      const wasUnreachable = (slot: number, at: number): boolean =>
        own?.wasUnreachable(place.elements, slot, at) === true;
      const found = alarmTimes(tested, { grid, period, wasUnreachable });
      const isExplained = (time: AlarmTime): boolean =>
        own?.explains(alarm.id, time, place.elements) === true;
      this.#figures[index]?.add(found, place.elements, isExplained);
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
