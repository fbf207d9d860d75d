import { counters } from '#schemas/counter/catalogue.ts';
import type { Counter } from '#schemas/counter/counter.ts';
import { agentElapsed, growthOf, maxPackets } from '#schemas/counter/rate.ts';
import { compileProgram, type Compiled } from '#schemas/formula/compile.ts';
import type { Operand, Take } from '#schemas/formula/core.ts';
import { measuredValue } from '#schemas/formula/value.ts';
import { programOf } from '#schemas/formula/program.ts';
import type { KpiDefinitions } from '#schemas/kpi/definition.ts';
import { formulaOf } from '#schemas/kpi/formulas.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import { realtimeKpis, type RealtimeKind, type RealtimeReading } from '#schemas/realtime/realtime.ts';
import type { SampleRow } from '../sample-rows.ts';

/** What the inventory has for formulas: contracted bandwidth in bit/s, undefined if there is none. */
export interface ElementProperties {
  readonly contract_in: number | undefined;
  readonly contract_out: number | undefined;
}

type Taken = Partial<Record<Take, number>>;
type Measured = Pick<SampleRow, 'value' | 'at' | 'uptime' | 'discontinuity'>;

const keyById = new Map<number, string>(Object.entries(counters).map(([key, { id }]) => [id, key]));
const counterOf: Readonly<Record<string, Counter>> = counters;

/** A KPI of the element; its parts are the results `2 · index` and `2 · index + 1` of the program. */
interface ComputedKpi {
  readonly key: KpiKey;
  readonly scale: number;
}

/** Growth since the previous reading, by the rules of the engine; nothing if the two are not comparable. */
function grown(counter: Counter, before: Measured, { now, speed }: { now: Measured; speed: number }): Taken {
  if (before.discontinuity !== now.discontinuity) return {};
  const elapsed = agentElapsed(Number(before.uptime), Number(now.uptime), now.at - before.at);
  const plausible = counter.kind === 'counter32' ? maxPackets(speed, elapsed) : undefined;
  const delta = growthOf(Number(now.value - before.value), plausible);
  return delta >= 0 && elapsed > 0 ? { delta, seconds: elapsed / 1_000 } : {};
}

/** The state that was found counts for the time since the previous reading. */
function held(before: Measured, now: Measured): Taken {
  const seconds = (now.at - before.at) / 1_000;
  return { seconds, held: now.value === 1n ? seconds : 0 };
}

function gauge({ value, at }: Measured): Taken {
  const last = Number(BigInt.asIntN(64, value));
  return { last, sum: last, min: last, max: last, count: 1, at: at / 1_000, latest: last };
}

/** Takes that are no values of the counter, and therefore not divided. */
const undivided: readonly Take[] = ['at', 'count', 'seconds', 'held'];

/** The KPIs of one element from its readings, one after the other, by the formulas of the library or their overrides. */
export class RealtimeValues {
  readonly #kpis: readonly ComputedKpi[];
  readonly #compute: Compiled;
  readonly #properties: ElementProperties;
  #before = new Map<string, Measured>();
  #taken = new Map<string, Taken>();

  constructor(kind: RealtimeKind, properties: ElementProperties, definitions: KpiDefinitions) {
    const parts = realtimeKpis(kind).flatMap((key) => {
      const formula = formulaOf(key, 'snmp', definitions);
      return formula === undefined ? [] : [{ key, ...formula }];
    });
    this.#kpis = parts.map(({ key, scale }) => ({ key, scale }));
    this.#properties = properties;
    const program = programOf(parts.flatMap(({ numerator, denominator }) => [numerator, denominator]));
    this.#compute = compileProgram(program, {
      block: 1,
      fills: (operand) => (out) => {
        out[0] = this.#operand(operand);
      },
    });
  }

  /** The values since the previous reading. A counter that was not read has none now, nor at the next one. */
  read(rows: readonly SampleRow[]): RealtimeReading['values'] {
    const now = new Map(rows.flatMap((row) => [[keyById.get(row.counter) ?? '', row] as const]));
    const speed = Number(now.get('speed')?.value ?? 0n);
    this.#taken = new Map([...now].map(([key, row]) => [key, this.#take(key, { now: row, speed })]));
    this.#before = now;
    const results = this.#compute(0, 1);
    return Object.fromEntries(
      this.#kpis.map(({ key, scale }, index) => {
        const [numerator = Number.NaN, denominator = Number.NaN] = [2 * index, 2 * index + 1].map(
          (at) => results[at]?.[0],
        );
        const value = measuredValue({ scale }, numerator, denominator);
        return [key, Number.isNaN(value) ? null : value];
      }),
    );
  }

  #take(key: string, { now, speed }: { readonly now: Measured; readonly speed: number }): Taken {
    const counter = counterOf[key];
    const before = this.#before.get(key);
    if (counter === undefined) return {};
    if (counter.kind === 'gauge' || counter.kind === 'setting') return gauge(now);
    if (before === undefined) return {};
    return counter.kind === 'state' ? held(before, now) : grown(counter, before, { now, speed });
  }

  #operand({ take, name }: Operand): number {
    if (take === 'property')
      return (
        (name === 'contract_in' || name === 'contract_out' ? this.#properties[name] : undefined) ?? Number.NaN
      );
    const value = this.#taken.get(name)?.[take] ?? Number.NaN;
    return undivided.includes(take) ? value : value / (counterOf[name]?.per ?? 1);
  }
}
