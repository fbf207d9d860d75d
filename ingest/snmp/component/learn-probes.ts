import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { getObjects, type RequestContext, type Collected } from '../request/get-objects.ts';
import type { Cell, Reading } from '../cell.ts';
import type { LearnedComponent } from './component.ts';
import { numericValue, type SnmpValue } from '../agent/value.ts';
import { microsecondsOf, probeCells, type ProbeShape } from './probe-cells.ts';
import { targetText } from './probe-target.ts';
import { statisticsShapes, type StatisticsProbe, type StatisticsShape } from './probe-statistics.ts';
import { readHourGroups } from './read-statistics.ts';

/** CISCO-RTTMON-MIB; the probe number follows each column. */
const RTTMON = '1.3.6.1.4.1.9.9.42.1';
const KIND = `${RTTMON}.2.1.1.4`;
const TARGET = `${RTTMON}.2.2.1.2`;
const PRECISION = `${RTTMON}.2.2.1.37`;
const LATEST = `${RTTMON}.2.10.1`;
const JITTER = `${RTTMON}.5.2.1`;
const ICMP_JITTER = `${RTTMON}.5.4.1`;

const operationColumns = { state: `${RTTMON}.2.9.1.10`, sense: `${LATEST}.2` };

const columns: Readonly<Record<ProbeShape, Readonly<Record<string, string>>>> = {
  echo: { ...operationColumns, time: `${LATEST}.1` },
  pathEcho: { ...operationColumns, time: `${LATEST}.1`, timedOut: `${RTTMON}.2.9.1.6` },
  udpJitter: {
    ...operationColumns,
    responses: `${JITTER}.1`,
    rttSum: `${JITTER}.2`,
    lostOut: `${JITTER}.26`,
    lostBack: `${JITTER}.27`,
    disordered: `${JITTER}.28`,
    missing: `${JITTER}.29`,
    late: `${JITTER}.30`,
    mos: `${JITTER}.42`,
    jitter: `${JITTER}.46`,
    jitterOut: `${JITTER}.47`,
    jitterBack: `${JITTER}.48`,
    delayOut: `${JITTER}.49`,
    delayBack: `${JITTER}.50`,
  },
  icmpJitter: {
    ...operationColumns,
    responses: `${ICMP_JITTER}.1`,
    rttSum: `${ICMP_JITTER}.2`,
    positiveOutCount: `${ICMP_JITTER}.8`,
    positiveOutSum: `${ICMP_JITTER}.9`,
    negativeOutCount: `${ICMP_JITTER}.13`,
    negativeOutSum: `${ICMP_JITTER}.14`,
    positiveBackCount: `${ICMP_JITTER}.18`,
    positiveBackSum: `${ICMP_JITTER}.19`,
    negativeBackCount: `${ICMP_JITTER}.23`,
    negativeBackSum: `${ICMP_JITTER}.24`,
    lost: `${ICMP_JITTER}.26`,
  },
};

/** rttMonLatestRttOperAddress: the hop of a path whose round trip is reported. */
const HOP = `${LATEST}.6`;

/** CISCO-RTTMON-TC-MIB RttMonRttType; all other types are measured by round trip. */
const shapes: ReadonlyMap<number, ProbeShape> = new Map([
  [2, 'pathEcho'],
  [9, 'udpJitter'],
  [16, 'icmpJitter'],
]);

const addressOf = (value: SnmpValue | undefined): string =>
  value?.type === 'octets' ? (value.hex ?? value.value) : '';

interface Probe {
  readonly number: string;
  readonly shape: ProbeShape;
  readonly precision: number | undefined;
  readonly target: string;
}

/** An agent that reports no hop has no path data. */
const isAtTarget = ({ number, target }: Probe, values: Collected['values']): boolean =>
  ['', target].includes(addressOf(values.get(`${HOP}.${number}`)?.value));

function cellsOf(probe: Probe, values: Collected['values']): readonly Cell[] {
  const { number, shape, precision } = probe;
  let read: Reading | undefined;
  const reported = Object.fromEntries(
    Object.entries(columns[shape]).map(([name, column]) => {
      const measured = values.get(`${column}.${number}`);
      read = measured?.read ?? read;
      return [name, numericValue(measured?.value)];
    }),
  );
  const atTarget = Number(isAtTarget(probe, values));
  return (
    Object.entries(probeCells(shape, { ...reported, atTarget }, precision)) as [CounterKey, number][]
  ).map(([key, value]) => ({ counter: counters[key].id, value: BigInt(value), read }));
}

const hasHourlyStatistics = (shape: ProbeShape): shape is StatisticsShape =>
  Object.hasOwn(statisticsShapes, shape);

/** Probes with hourly statistics on the device. An agent that does not respond has none. */
async function statisticsOf(
  context: RequestContext,
  probes: readonly Probe[],
): Promise<ReadonlyMap<string, StatisticsProbe>> {
  const counted = probes.flatMap(({ number, shape, precision }) =>
    hasHourlyStatistics(shape) ? [{ number, shape, factor: microsecondsOf(precision) }] : [],
  );
  const tables = await readHourGroups(context, new Set(counted.map(({ shape }) => shape)));
  return new Map(
    counted
      .filter(({ number, shape }) =>
        [...(tables?.get(shape)?.keys() ?? [])].some((group) => group.startsWith(`${number}.`)),
      )
      .map((probe) => [probe.number, probe]),
  );
}

/**
 * Locates the inventory's probes on the device; missing ones are omitted. `hasStatistics`: also looks for hourly
 * statistics.
 */
export async function learnProbeElements(
  context: RequestContext,
  entries: readonly ComponentEntry[],
  hasStatistics: boolean,
): Promise<readonly LearnedComponent[]> {
  const numbered = entries.filter(({ key }) => /^\d{1,10}$/.test(key));
  const { values } = await getObjects(
    context,
    numbered.flatMap(({ key }) => [KIND, PRECISION, TARGET].map((column) => `${column}.${key}`)),
  );
  const found = numbered.flatMap(({ id, key }) => {
    const kind = numericValue(values.get(`${KIND}.${key}`)?.value);
    if (kind === undefined) return [];
    const probe: Probe = {
      number: key,
      shape: shapes.get(kind) ?? 'echo',
      precision: numericValue(values.get(`${PRECISION}.${key}`)?.value),
      target: addressOf(values.get(`${TARGET}.${key}`)?.value),
    };
    const path = probe.shape === 'pathEcho' ? [HOP] : [];
    const oids = [...Object.values(columns[probe.shape]), ...path].map((column) => `${column}.${key}`);
    return [{ id, oids, probe, target: targetText(values.get(`${TARGET}.${key}`)?.value) }];
  });
  const statistics = hasStatistics
    ? await statisticsOf(
        context,
        found.map(({ probe }) => probe),
      )
    : new Map<string, StatisticsProbe>();
  return found.map(({ id, oids, probe, target }) => ({
    id,
    oids,
    target,
    read: (responses) => cellsOf(probe, responses),
    statistics: statistics.get(probe.number),
  }));
}
