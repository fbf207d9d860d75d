import { counters, type CounterKey } from '#schemas/counter/catalogue.ts';
import type { Cell, Reading } from '../cell.ts';
import { getObjects, type RequestContext, type Collected } from '../request/get-objects.ts';
import { walkTable, type TableBinding } from '../request/walk-column.ts';
import type { ComponentResult, LearnedComponent } from './component.ts';
import {
  isSince,
  newestGroup,
  statisticsCells,
  sumSince,
  type HourGroup,
  type StatisticsProbe,
  type StatisticsShape,
} from './probe-statistics.ts';
import { numericValue } from '../agent/value.ts';

/** rttMonStats of CISCO-RTTMON-MIB: hourly sums over all operations. */
const STATS = '1.3.6.1.4.1.9.9.42.1.3';
const CAPTURE = `${STATS}.1.1`;
const COLLECT = `${STATS}.2.1`;
const JITTER = `${STATS}.5.1`;

/** Groups of all probes of a device, up to 25 each, in up to 20 distribution buckets. */
const MAX_ROWS = 20_000;

/** Column with a row per group, by shape: the probe and the group's start are the first two numbers of its index. */
const groupColumns: Readonly<Record<StatisticsShape, string>> = {
  echo: `${CAPTURE}.5`,
  udpJitter: `${JITTER}.2`,
};

/** By probe, start, path and hop; path and hop are 1 except for path echoes. */
const failures = {
  disconnects: `${COLLECT}.1`,
  timeouts: `${COLLECT}.2`,
  noConnections: `${COLLECT}.4`,
  drops: `${COLLECT}.5`,
  verifyErrors: `${COLLECT}.7`,
} as const;

const jitterColumns = {
  completions: `${JITTER}.2`,
  responses: `${JITTER}.4`,
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

/** Objects of a group by name; several of one name are summed. */
type GroupObjects = readonly (readonly [name: string, oid: string])[];

const columnObjects = (columns: Readonly<Record<string, string>>, index: string): GroupObjects =>
  Object.entries(columns).map(([name, column]) => [name, `${column}.${index}`]);

/** `rows`: the indexes of the group in its column, for an echo one per distribution bucket. */
function objectsOf(shape: StatisticsShape, group: string, rows: readonly string[]): GroupObjects {
  const failed = columnObjects(failures, `${group}.1.1`);
  if (shape === 'udpJitter') return [...columnObjects(jitterColumns, group), ...failed];
  const columns = { completions: `${CAPTURE}.5`, rttSum: `${CAPTURE}.7` };
  return [...rows.flatMap((row) => columnObjects(columns, row)), ...failed];
}

/** Objects of a group; most polls read one group of a probe. */
export const objectsPerGroup = (shape: StatisticsShape): number => objectsOf(shape, '', ['']).length;

/** Rows of each group by `<probe>.<start>`. */
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

/** Reads the groups of all probes of these shapes. Undefined if the agent stopped responding. */
export async function readHourGroups(
  context: RequestContext,
  shapes: ReadonlySet<StatisticsShape>,
): Promise<ReadonlyMap<StatisticsShape, GroupRows> | undefined> {
  const groups = new Map<StatisticsShape, GroupRows>();
  for (const shape of shapes) {
    const rows = await walkTable(context, groupColumns[shape], MAX_ROWS);
    if (rows === undefined) return undefined;
    groups.set(shape, groupsIn(rows));
  }
  return groups;
}

type CountedProbe = LearnedComponent & { readonly statistics: StatisticsProbe };

interface StatisticsRequest {
  readonly id: number;
  readonly probe: StatisticsProbe;
  readonly groups: readonly { readonly start: number; readonly objects: GroupObjects }[];
}

function statisticsRequest(
  { memory }: RequestContext,
  { id, statistics: probe }: CountedProbe,
  groups: GroupRows,
): StatisticsRequest {
  const own = [...groups].flatMap(([group, rows]) => {
    const [number, start] = group.split('.');
    if (number !== probe.number) return [];
    return [{ start: Number(start), objects: objectsOf(probe.shape, group, rows) }];
  });
  const from = memory.statistics.get(id)?.newest.start ?? newestGroup(own.map(empty))?.start ?? 0;
  return { id, probe, groups: own.filter(({ start }) => isSince(start, from)) };
}

const empty = ({ start }: { readonly start: number }): HourGroup => ({ start, sums: {} });

function groupOf(
  { start, objects }: StatisticsRequest['groups'][number],
  values: Collected['values'],
): HourGroup & { readonly read: Reading | undefined } {
  const sums: Record<string, number> = {};
  let read: Reading | undefined;
  for (const [name, oid] of objects) {
    const measured = values.get(oid);
    read = measured?.read ?? read;
    sums[name] = (sums[name] ?? 0) + (numericValue(measured?.value) ?? 0);
  }
  return { start, sums, read };
}

/** Cells since the last poll. Undefined without a previous reading. */
function cellsOf(
  { memory }: RequestContext,
  { id, probe, groups }: StatisticsRequest,
  values: Collected['values'],
): readonly Cell[] | undefined {
  const read = groups.map((group) => groupOf(group, values));
  const newest = newestGroup(read);
  const last = read.at(-1)?.read;
  const ticks = last?.ticks;
  const before = memory.statistics.get(id);
  if (newest === undefined || ticks === undefined) {
    memory.statistics.delete(id);
    return undefined;
  }
  memory.statistics.set(id, { newest, ticks });
  const sums = before === undefined ? undefined : sumSince(before, read, ticks);
  if (sums === undefined) return undefined;
  const cells = Object.entries(statisticsCells(probe.shape, sums, probe.factor)) as [CounterKey, number][];
  return cells.map(([key, value]) => ({ counter: counters[key].id, value: BigInt(value), read: last }));
}

export const hasStatistics = (one: LearnedComponent): one is CountedProbe => one.statistics !== undefined;

/**
 * Replaces the latest operation of each probe by the sum of all operations since the last poll, if the device keeps
 * statistics: the one operation that a poll happens to see does not represent a probe that runs every ten seconds.
 */
export async function mergeStatistics(
  context: RequestContext,
  learned: readonly LearnedComponent[],
  latest: readonly ComponentResult[],
): Promise<readonly ComponentResult[]> {
  const probes = learned.filter(hasStatistics);
  if (probes.length === 0) return latest;
  const tables = await readHourGroups(context, new Set(probes.map(({ statistics }) => statistics.shape)));
  const desired = probes.map((probe) =>
    statisticsRequest(context, probe, tables?.get(probe.statistics.shape) ?? new Map()),
  );
  const oids = desired.flatMap(({ groups }) =>
    groups.flatMap(({ objects }) => objects.map(([, oid]) => oid)),
  );
  const { values, complete } = await getObjects(context, oids);
  // A missed read is part of the next one: the latest operation would count twice.
  const isComplete = tables !== undefined && complete;
  const since = new Map(
    desired.map((one) => [
      one.id,
      isComplete ? cellsOf(context, one, values) : context.memory.statistics.has(one.id) ? [] : undefined,
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
