import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import { getObjects } from '../get-objects.ts';
import type { Asking, Collected } from '../get-objects.ts';
import type { Cell } from '../cell.ts';
import type { Value } from '../value.ts';
import type { LearnedComponent } from './component.ts';
import { numberOf } from './number-of.ts';
import { microsecondsOf, probeCells } from './probe-cells.ts';
import type { ProbeShape } from './probe-cells.ts';
import { statisticsShapes } from './probe-statistics.ts';
import type { StatisticsProbe, StatisticsShape } from './probe-statistics.ts';
import { readGroups } from './read-statistics.ts';

/** CISCO-RTTMON-MIB; the number of the probe follows each column. */
const RTTMON = '1.3.6.1.4.1.9.9.42.1';
const KIND = `${RTTMON}.2.1.1.4`;
const TARGET = `${RTTMON}.2.2.1.2`;
const PRECISION = `${RTTMON}.2.2.1.37`;
const LATEST = `${RTTMON}.2.10.1`;
const JITTER = `${RTTMON}.5.2.1`;
const ICMP_JITTER = `${RTTMON}.5.4.1`;

const operation = { state: `${RTTMON}.2.9.1.10`, sense: `${LATEST}.2` };

const columns: Readonly<Record<ProbeShape, Readonly<Record<string, string>>>> = {
  echo: { ...operation, time: `${LATEST}.1` },
  pathEcho: { ...operation, time: `${LATEST}.1`, timedOut: `${RTTMON}.2.9.1.6` },
  udpJitter: {
    ...operation,
    answers: `${JITTER}.1`,
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
    ...operation,
    answers: `${ICMP_JITTER}.1`,
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

/** rttMonLatestRttOperAddress: of a path, the hop whose round trip stands there. */
const HOP = `${LATEST}.6`;

/** CISCO-RTTMON-TC-MIB RttMonRttType; every other one is measured by its round trip. */
const shapes: ReadonlyMap<number, ProbeShape> = new Map([
  [2, 'pathEcho'],
  [9, 'udpJitter'],
  [16, 'icmpJitter'],
]);

const addressOf = (value: Value | undefined): string =>
  value?.type === 'octets' ? (value.hex ?? value.value) : '';

interface Probe {
  readonly number: string;
  readonly shape: ProbeShape;
  readonly precision: number | undefined;
  readonly target: string;
}

/** An agent that names no hop has no path to tell of. */
const isAtTarget = ({ number, target }: Probe, values: Collected['values']): boolean =>
  ['', target].includes(addressOf(values.get(`${HOP}.${number}`)?.value));

function cellsOf(probe: Probe, values: Collected['values']): readonly Cell[] {
  const { number, shape, precision } = probe;
  let ticks: number | undefined;
  const told = Object.fromEntries(
    Object.entries(columns[shape]).map(([name, column]) => {
      const measured = values.get(`${column}.${number}`);
      ticks = measured?.ticks ?? ticks;
      return [name, numberOf(measured?.value)];
    }),
  );
  const atTarget = Number(isAtTarget(probe, values));
  return (Object.entries(probeCells(shape, { ...told, atTarget }, precision)) as [CounterKey, number][]).map(
    ([key, value]) => ({ counter: counters[key].id, value: BigInt(value), ticks }),
  );
}

const isCounted = (shape: ProbeShape): shape is StatisticsShape => Object.hasOwn(statisticsShapes, shape);

/** Of which of the probes the device keeps statistics. An agent that does not say so has none. */
async function statisticsOf(
  asking: Asking,
  probes: readonly Probe[],
): Promise<ReadonlyMap<string, StatisticsProbe>> {
  const counted = probes.flatMap(({ number, shape, precision }) =>
    isCounted(shape) ? [{ number, shape, factor: microsecondsOf(precision) }] : [],
  );
  const tables = await readGroups(asking, new Set(counted.map(({ shape }) => shape)));
  return new Map(
    counted
      .filter(({ number, shape }) =>
        [...(tables?.get(shape)?.keys() ?? [])].some((group) => group.startsWith(`${number}.`)),
      )
      .map((probe) => [probe.number, probe]),
  );
}

/**
 * Looks what the probes of the inventory are on the device; one that it does not have is left out. `hasStatistics`: the hourly
 * statistics of the device are looked for.
 */
export async function learnProbeElements(
  asking: Asking,
  entries: readonly ComponentEntry[],
  hasStatistics: boolean,
): Promise<readonly LearnedComponent[]> {
  const numbered = entries.filter(({ key }) => /^\d{1,10}$/.test(key));
  const { values } = await getObjects(
    asking,
    numbered.flatMap(({ key }) => [KIND, PRECISION, TARGET].map((column) => `${column}.${key}`)),
  );
  const found = numbered.flatMap(({ id, key }) => {
    const kind = numberOf(values.get(`${KIND}.${key}`)?.value);
    if (kind === undefined) return [];
    const probe: Probe = {
      number: key,
      shape: shapes.get(kind) ?? 'echo',
      precision: numberOf(values.get(`${PRECISION}.${key}`)?.value),
      target: addressOf(values.get(`${TARGET}.${key}`)?.value),
    };
    const path = probe.shape === 'pathEcho' ? [HOP] : [];
    const oids = [...Object.values(columns[probe.shape]), ...path].map((column) => `${column}.${key}`);
    return [{ id, oids, probe }];
  });
  const statistics = hasStatistics
    ? await statisticsOf(
        asking,
        found.map(({ probe }) => probe),
      )
    : new Map<string, StatisticsProbe>();
  return found.map(({ id, oids, probe }) => ({
    id,
    oids,
    read: (answers) => cellsOf(probe, answers),
    statistics: statistics.get(probe.number),
  }));
}
