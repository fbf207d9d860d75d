import type { DiskState } from '#platform/disk/disk-watch.ts';
import type { ComponentFigures } from '#schemas/health/component.ts';
import { DAY_MS, SECOND_MS } from '#schemas/time/duration.ts';
import type { ReadingState } from '../read/source-reading.ts';
import type { ClickHouseFacts, PostgresFacts } from '../read/read-stores.ts';
import { firstOf, judged, verdict, type Judged, type Verdict } from './verdict.ts';

const SLOW_MS = SECOND_MS;
/** Parts in one partition: ClickHouse delays inserts from 1,000 on (parts_to_delay_insert). */
const MANY_PARTS = 600;
const TOO_MANY_PARTS = 1_000;
const MANY_CONNECTIONS = 0.9;
const DAYS_LEFT_WARNING = 14;
const DAYS_LEFT_CRITICAL = 3;

const away = <Value>({ error, value }: ReadingState<Value>): Verdict | false => {
  if (error !== undefined) return verdict('critical', 'storeDown', { error });
  return value === undefined && verdict('unknown', 'notRead');
};

const slow = ({ responseMs }: ReadingState<unknown>): Verdict | false =>
  responseMs >= SLOW_MS && verdict('warning', 'storeSlow', { ms: Math.round(responseMs) });

export function judgeClickHouse(
  reading: ReadingState<ClickHouseFacts>,
  { unreadable, rowsPerSecond }: { readonly unreadable: readonly string[]; readonly rowsPerSecond: number },
): Judged {
  const { value, readAt, responseMs } = reading;
  const most = value?.mostParts ?? 0;
  const figures: ComponentFigures =
    value === undefined || reading.error !== undefined
      ? {}
      : {
          response: responseMs,
          rows: rowsPerSecond,
          parts: value.parts,
          merges: value.merges,
          used: value.usedBytes,
        };
  return judged({
    group: 'stores',
    name: 'clickhouse',
    readAt,
    figures,
    verdict: firstOf(
      [
        away(reading),
        unreadable.length > 0 && verdict('critical', 'tablesUnreadable', { tables: unreadable.join(', ') }),
        most >= MANY_PARTS &&
          verdict(most >= TOO_MANY_PARTS ? 'critical' : 'warning', 'partsMany', { parts: most }),
        slow(reading),
      ],
      verdict('ok', 'responding'),
    ),
  });
}

export function judgePostgres(reading: ReadingState<PostgresFacts>): Judged {
  const { value, readAt, responseMs, error } = reading;
  const { connections = 0, maxConnections = 0, sizeBytes = 0 } = value ?? {};
  return judged({
    group: 'stores',
    name: 'postgres',
    readAt,
    verdict: firstOf(
      [
        away(reading),
        maxConnections > 1 &&
          connections >= MANY_CONNECTIONS * maxConnections &&
          verdict('warning', 'connectionsMany', {
            used: connections,
            limit: maxConnections,
          }),
        slow(reading),
      ],
      verdict('ok', 'responding'),
    ),
    figures:
      value === undefined || error !== undefined
        ? {}
        : {
            response: responseMs,
            used: sizeBytes,
            connections,
          },
  });
}

export function judgeNats(
  reading: ReadingState<unknown>,
  { isConnected, usedBytes }: { readonly isConnected: boolean; readonly usedBytes: number },
): Judged {
  const { readAt, responseMs, value } = reading;
  const down = !isConnected && verdict('critical', 'storeDown', { error: 'not connected' });
  return judged({
    group: 'stores',
    name: 'nats',
    readAt,
    verdict: firstOf([down, away(reading), slow(reading)], verdict('ok', 'responding')),
    figures:
      value === undefined || reading.error !== undefined || !isConnected
        ? {}
        : {
            response: responseMs,
            used: usedBytes,
          },
  });
}

/** What of a disk was in use at a time, milliseconds since 1970. */
export interface DiskSample {
  readonly at: number;
  readonly used: number;
}

/** Days until a disk is full at the growth of the given uses; undefined when it does not grow, or less than a day is known. */
export function daysLeft(uses: readonly DiskSample[], freeBytes: number): number | undefined {
  const [first, last] = [uses[0], uses.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < DAY_MS) return undefined;
  // Least squares: one day of deletions, or one large import, does not decide.
  const [at, used] = [uses.map((use) => use.at - first.at), uses.map((use) => use.used)];
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanUsed] = [mean(at), mean(used)];
  const covariance = mean(at.map((one, index) => (one - meanAt) * ((used[index] ?? 0) - meanUsed)));
  const variance = mean(at.map((one) => (one - meanAt) ** 2));
  const perDay = (covariance / variance) * DAY_MS;
  return perDay > 0 ? freeBytes / perDay : undefined;
}

export function judgeDisk(
  disk: DiskState | undefined,
  { uses, readAt }: { readonly uses: readonly DiskSample[]; readonly readAt: number },
): Judged {
  if (disk === undefined)
    return judged({ group: 'stores', name: 'disk', verdict: verdict('unknown', 'diskElsewhere') });
  const { freeBytes: free, sizeBytes: size, level } = disk;
  const left = daysLeft(uses, free);
  const soon = left === undefined ? Infinity : left;
  return judged({
    group: 'stores',
    name: 'disk',
    readAt,
    verdict: firstOf(
      [
        level === 'full' &&
          verdict('critical', 'diskFull', {
            free,
            size,
          }),
        soon < DAYS_LEFT_CRITICAL && verdict('critical', 'diskSoonFull', { days: Math.floor(soon) }),
        level === 'low' &&
          verdict('warning', 'diskLow', {
            free,
            size,
          }),
        soon < DAYS_LEFT_WARNING && verdict('warning', 'diskSoonFull', { days: Math.floor(soon) }),
      ],
      verdict('ok', 'diskFine', { free }),
    ),
    figures: {
      free,
      size,
      used: size - free,
      ...(left === undefined ? {} : { daysLeft: left }),
    },
  });
}
