import { counters } from '#schemas/counter/catalogue.ts';
import type { CounterKey } from '#schemas/counter/catalogue.ts';
import type { Cell } from '../cell.ts';
import { getObjects } from '../get-objects.ts';
import type { Asking, Collected } from '../get-objects.ts';
import { walkTable } from '../walk-column.ts';
import type { TableBinding } from '../walk-column.ts';
import type { ComponentResult, LearnedComponent } from './component.ts';
import { isSince, newestOf, statisticsCells, sumsSince } from './probe-statistics.ts';
import type { HourGroup, StatisticsProbe, StatisticsShape } from './probe-statistics.ts';
import { numberOf } from './number-of.ts';

/** rttMonStats of CISCO-RTTMON-MIB: what all operations of an hour come to. */
const STATS = '1.3.6.1.4.1.9.9.42.1.3';
const CAPTURE = `${STATS}.1.1`;
const COLLECT = `${STATS}.2.1`;
const JITTER = `${STATS}.5.1`;

/** Groups of all probes of a device, up to 25 of each, in up to 20 parts by their round trips. */
const MOST_ROWS = 20_000;

/** Column that has a row for each group, by shape: the probe and the group's start are the first two numbers of its index. */
const groupColumns: Readonly<Record<StatisticsShape, string>> = {
  echo: `${CAPTURE}.5`,
  udpJitter: `${JITTER}.2`,
};

/** By probe, start, path and hop; both are 1 but for path echoes. */
const failures = {
  disconnects: `${COLLECT}.1`,
  timeouts: `${COLLECT}.2`,
  noConnections: `${COLLECT}.4`,
  drops: `${COLLECT}.5`,
  verifyErrors: `${COLLECT}.7`,
} as const;

const jitterColumns = {
  completions: `${JITTER}.2`,
  answers: `${JITTER}.4`,
  rttSum: `${JITTER}.5`,
  rttSumHigh: `${JITTER}.66`,
  positiveOut: `${JITTER}.12`,
  positiveOutSum: `${JITTER}.13`,
  negativeOut: `${JITTER}.18`,
  negativeOutSum: `${JITTER}.19`,
  positiveBack: `${JITTER}.24`,
  positiveBackSum: `${JITTER}.25`,
  negativeBack: `${JITTER}.30`,
  negativeBackSum: `${JITTER}.31`,
  lostOut: `${JITTER}.34`,
  lostBack: `${JITTER}.35`,
  disordered: `${JITTER}.36`,
  missing: `${JITTER}.37`,
  late: `${JITTER}.38`,
  delayOutSum: `${JITTER}.41`,
  delayBackSum: `${JITTER}.46`,
  delays: `${JITTER}.51`,
} as const;

/** Objects of a group by what they tell; several of one name are added up. */
type GroupObjects = readonly (readonly [name: string, oid: string])[];

const named = (columns: Readonly<Record<string, string>>, index: string): GroupObjects =>
  Object.entries(columns).map(([name, column]) => [name, `${column}.${index}`]);

/** `rows`: the indexes of the group in its column, of an echo one for each part by round trips. */
function objectsOf(shape: StatisticsShape, group: string, rows: readonly string[]): GroupObjects {
  const failed = named(failures, `${group}.1.1`);
  if (shape === 'udpJitter') return [...named(jitterColumns, group), ...failed];
  const columns = { completions: `${CAPTURE}.5`, rttSum: `${CAPTURE}.7` };
  return [...rows.flatMap((row) => named(columns, row)), ...failed];
}

/** `<probe>.<start>` of each group that an agent has, with its rows. */
export type GroupRows = ReadonlyMap<string, readonly string[]>;

function groupsIn(rows: readonly TableBinding[]): GroupRows {
  const groups = new Map<string, string[]>();
  for (const { index } of rows) {
    const group = index.split('.', 2).join('.');
    const of = groups.get(group) ?? [];
    groups.set(group, of);
    of.push(index);
  }
  return groups;
}

/** The groups of all probes of these shapes; undefined when the agent stopped answering. */
export async function readGroups(
  asking: Asking,
  shapes: ReadonlySet<StatisticsShape>,
): Promise<ReadonlyMap<StatisticsShape, GroupRows> | undefined> {
  const groups = new Map<StatisticsShape, GroupRows>();
  for (const shape of shapes) {
    const rows = await walkTable(asking, groupColumns[shape], MOST_ROWS);
    if (rows === undefined) return undefined;
    groups.set(shape, groupsIn(rows));
  }
  return groups;
}

type CountedProbe = LearnedComponent & { readonly statistics: StatisticsProbe };

interface Wanted {
  readonly id: number;
  readonly probe: StatisticsProbe;
  readonly groups: readonly { readonly start: number; readonly objects: GroupObjects }[];
}

function wantedOf({ memory }: Asking, { id, statistics: probe }: CountedProbe, groups: GroupRows): Wanted {
  const own = [...groups].flatMap(([group, rows]) => {
    const [number, start] = group.split('.');
    if (number !== probe.number) return [];
    return [{ start: Number(start), objects: objectsOf(probe.shape, group, rows) }];
  });
  const from = memory.statistics.get(id)?.newest.start ?? newestOf(own.map(empty))?.start ?? 0;
  return { id, probe, groups: own.filter(({ start }) => isSince(start, from)) };
}

const empty = ({ start }: { readonly start: number }): HourGroup => ({ start, sums: {} });

function groupOf(
  { start, objects }: Wanted['groups'][number],
  values: Collected['values'],
): HourGroup & { readonly ticks: number | undefined } {
  const sums: Record<string, number> = {};
  let ticks: number | undefined;
  for (const [name, oid] of objects) {
    const measured = values.get(oid);
    ticks = measured?.ticks ?? ticks;
    sums[name] = (sums[name] ?? 0) + (numberOf(measured?.value) ?? 0);
  }
  return { start, sums, ticks };
}

/** Cells since the last poll, undefined where it is not known what was then. */
function cellsOf(
  { memory }: Asking,
  { id, probe, groups }: Wanted,
  values: Collected['values'],
): readonly Cell[] | undefined {
  const read = groups.map((group) => groupOf(group, values));
  const newest = newestOf(read);
  const ticks = read.at(-1)?.ticks;
  const before = memory.statistics.get(id);
  if (newest === undefined || ticks === undefined) {
    memory.statistics.delete(id);
    return undefined;
  }
  memory.statistics.set(id, { newest, ticks });
  const sums = before === undefined ? undefined : sumsSince(before, read, ticks);
  if (sums === undefined) return undefined;
  const cells = Object.entries(statisticsCells(probe.shape, sums, probe.factor)) as [CounterKey, number][];
  return cells.map(([key, value]) => ({ counter: counters[key].id, value: BigInt(value), ticks }));
}

const hasStatistics = (one: LearnedComponent): one is CountedProbe => one.statistics !== undefined;

/**
 * The latest operation of each probe, and where its device keeps statistics all of them since the last poll in its place: a probe
 * that asks every ten seconds is not measured by the one of thirty operations that a poll happens upon.
 */
export async function withStatistics(
  asking: Asking,
  learned: readonly LearnedComponent[],
  latest: readonly ComponentResult[],
): Promise<readonly ComponentResult[]> {
  const probes = learned.filter(hasStatistics);
  if (probes.length === 0) return latest;
  const tables = await readGroups(asking, new Set(probes.map(({ statistics }) => statistics.shape)));
  const wanted = probes.map((probe) =>
    wantedOf(asking, probe, tables?.get(probe.statistics.shape) ?? new Map()),
  );
  const oids = wanted.flatMap(({ groups }) => groups.flatMap(({ objects }) => objects.map(([, oid]) => oid)));
  const { values, complete } = await getObjects(asking, oids);
  // What was not heard now is within what the next poll hears: the latest operation would count twice.
  const isHeard = tables !== undefined && complete;
  const since = new Map(
    wanted.map((one) => [
      one.id,
      isHeard ? cellsOf(asking, one, values) : asking.memory.statistics.has(one.id) ? [] : undefined,
    ]),
  );
  return latest.flatMap((result): readonly ComponentResult[] => {
    const cells = since.get(result.componentId);
    if (cells === undefined) return [result];
    const scored =
      cells.length === 0 ? [] : result.cells.filter(({ counter }) => counter === counters.probe_mos.id);
    return cells.length === 0 ? [] : [{ ...result, cells: [...cells, ...scored] }];
  });
}
