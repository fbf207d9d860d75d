import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import type { UpkeepFacts } from '../read/read-upkeep.ts';
import type { ReadingState } from '../read/source-reading.ts';
import { judgeCollectors, judgeDelivery, judgeManagers, judgePolling } from './judge-collection.ts';
import { judgeStoring, judgeWindows } from './judge-path.ts';
import { daysLeft, judgeClickHouse, judgeDisk, judgeNats, judgePostgres } from './judge-stores.ts';
import { judgeBackup, judgeCertificates, judgeClock, judgeLicense } from './judge-upkeep.ts';
import type { Judged } from './verdict.ts';

const NOW = Date.parse('2026-11-30T12:00:00Z');
const GIB = 1024 ** 3;
const said = ({ state, reason }: Judged): string => `${state} ${reason.code}`;
const read = <Value>(value: Value, responseMs = 5): ReadingState<Value> => ({
  value,
  readAt: NOW,
  error: undefined,
  responseMs,
});
const failed = <Value>(value?: Value): ReadingState<Value> => ({
  value,
  readAt: NOW,
  error: 'connect ECONNREFUSED',
  responseMs: 5,
});

describe('rows that arrive and rows that are stored', () => {
  it.each([
    ['are equal', { ms: 300_000, published: 1_000, stored: 1_000 }, true, 'ok storing'],
    ['are none', { ms: 300_000, published: 0, stored: 0 }, true, 'unknown noRows'],
    ['are none so far', { ms: 60_000, published: 0, stored: 0 }, true, 'unknown counting'],
    ['are equal so far', { ms: 60_000, published: 100, stored: 100 }, true, 'ok storing'],
    [
      'lie: the writer says that it writes',
      { ms: 300_000, published: 1_000, stored: 0 },
      true,
      'critical notStoring',
    ],
    ['fall behind', { ms: 300_000, published: 1_000, stored: 400 }, true, 'warning storingSlowly'],
    ['were counted for a short time', { ms: 100_000, published: 1_000, stored: 0 }, true, 'unknown counting'],
    ['catch up', { ms: 300_000, published: 1_000, stored: 9_000 }, true, 'ok storing'],
    ['cannot be counted', { ms: 300_000, published: 1_000, stored: 0 }, false, 'unknown notRead'],
    ['are not known', undefined, true, 'unknown notRead'],
  ])('%s', (_, flow, isStoreUp, expected) => {
    expect(said(judgeStoring('storing-flows', flow, { isStoreUp, readAt: NOW }))).toBe(expected);
  });
});

describe('windows by the clock', () => {
  const ended = (minutes: number, lengthMs = 5 * MINUTE_MS) => ({
    endMs: NOW - minutes * MINUTE_MS,
    lengthMs,
  });
  it.each([
    ['of no customer', [], true, 'unknown noWindows'],
    ['that close', [ended(6), ended(7)], true, 'ok windowsClose'],
    ['of one customer that is late', [ended(6), ended(18)], true, 'warning windowsLate'],
    ['that have stopped, whatever the engine says', [ended(6), ended(33)], true, 'critical windowsStopped'],
    ['of an idle installation, which close later', [ended(30)], false, 'ok windowsClose'],
    ['of an idle installation that have stopped', [ended(60)], false, 'critical windowsStopped'],
    ['that are short', [ended(5, 20_000)], true, 'critical windowsStopped'],
  ])('%s', (_, windows, isArriving, expected) => {
    expect(said(judgeWindows('samples', windows, { nowMs: NOW, isArriving, startedMs: DAY_MS }))).toBe(
      expected,
    );
  });

  it.each([
    ['that are late, after a start', [ended(6), ended(18)], 12, 'unknown windowsStarting'],
    ['that ended before a start', [ended(300)], 12, 'unknown windowsStarting'],
    ['that are short, after a start', [ended(5, 20_000)], 9, 'unknown windowsStarting'],
    ['that are short, once they had time', [ended(5, 20_000)], 11, 'critical windowsStopped'],
    ['that close after a start', [ended(6)], 12, 'ok windowsClose'],
    ['that had time for six', [ended(33)], 33, 'critical windowsStopped'],
  ])('%s', (_, windows, minutes, expected) => {
    const context = { nowMs: NOW, isArriving: true, startedMs: minutes * MINUTE_MS };
    expect(said(judgeWindows('samples', windows, context))).toBe(expected);
  });
});

describe('stores', () => {
  const clickhouse = { rows: {}, usedBytes: 1, parts: 10, mostParts: 3, merges: 0, offsetMs: 0 };
  const context = { unreadable: [] as readonly string[], rowsPerSecond: 0 };
  it.each([
    ['responds', read(clickhouse), context, 'ok responding'],
    ['is not read yet', { ...read(clickhouse), value: undefined }, context, 'unknown notRead'],
    ['is away', failed(clickhouse), context, 'critical storeDown'],
    ['is slow', read(clickhouse, 1_500), context, 'warning storeSlow'],
    ['has many parts', read({ ...clickhouse, mostParts: 700 }), context, 'warning partsMany'],
    ['has too many parts', read({ ...clickhouse, mostParts: 1_200 }), context, 'critical partsMany'],
    [
      'cannot read a table',
      read(clickhouse),
      { ...context, unreadable: ['flows'] },
      'critical tablesUnreadable',
    ],
  ])('ClickHouse %s', (_, reading, given, expected) => {
    expect(said(judgeClickHouse(reading, given))).toBe(expected);
  });

  const postgres = { sizeBytes: 1, connections: 10, maxConnections: 100, offsetMs: 0 };
  it.each([
    ['responds', read(postgres), 'ok responding'],
    ['is away', failed(postgres), 'critical storeDown'],
    ['has few connections left', read({ ...postgres, connections: 95 }), 'warning connectionsMany'],
    [
      'allows one connection, as the embedded one',
      read({ ...postgres, connections: 1, maxConnections: 1 }),
      'ok responding',
    ],
  ])('PostgreSQL %s', (_, reading, expected) => {
    expect(said(judgePostgres(reading))).toBe(expected);
  });

  it.each([
    ['responds', read(1), true, 'ok responding'],
    ['has lost its connection', read(1), false, 'critical storeDown'],
    ['has stopped JetStream', failed(1), true, 'critical storeDown'],
  ])('NATS %s', (_, reading, isConnected, expected) => {
    expect(said(judgeNats(reading, { isConnected, usedBytes: 1 }))).toBe(expected);
  });

  const disk = { freeBytes: 100 * GIB, sizeBytes: 1_000 * GIB, reserveBytes: GIB, warningBytes: 10 * GIB };
  /** A week in which the disk grows by this much a day. */
  const growing = (perDay: number) =>
    Array.from({ length: 8 }, (_, day) => ({ at: NOW + (day - 7) * DAY_MS, used: 10 * GIB + day * perDay }));
  it.each([
    ['elsewhere', undefined, [], 'unknown diskElsewhere'],
    ['with space', { ...disk, level: 'ok' as const }, [], 'ok diskFine'],
    ['low', { ...disk, level: 'low' as const }, [], 'warning diskLow'],
    ['full', { ...disk, level: 'full' as const }, [], 'critical diskFull'],
    ['that is full in 10 days', { ...disk, level: 'ok' as const }, growing(10 * GIB), 'warning diskSoonFull'],
    ['that is full in 2 days', { ...disk, level: 'ok' as const }, growing(50 * GIB), 'critical diskSoonFull'],
    ['that shrinks', { ...disk, level: 'ok' as const }, growing(-GIB), 'ok diskFine'],
  ])('a disk %s', (_, state, uses, expected) => {
    expect(said(judgeDisk(state, { uses, readAt: NOW }))).toBe(expected);
  });

  it.each([
    ['nothing', [], undefined],
    ['less than a day', [0, 1].map((at) => ({ at: at * HOUR_MS, used: at })), undefined],
    ['steady growth', growing(5 * GIB), 20],
    [
      'growth with one day of deletions',
      growing(5 * GIB).map((use, day) => (day === 4 ? { ...use, used: use.used - GIB } : use)),
      20,
    ],
  ])('days left by %s', (_, uses, expected) => {
    const days = daysLeft(uses, 100 * GIB);
    if (expected === undefined) expect(days).toBeUndefined();
    else expect(days).toBeCloseTo(expected, 0);
  });
});

const none = { grown: 0, ms: 60_000 };
const some = (grown: number) => ({ grown, ms: 60_000 });

describe('collection and delivery', () => {
  const quiet = { polls: none, faults: none, skipped: none };
  it.each([
    ['no device', read({ devices: 0, silent: 0, late: 0 }), quiet, 'ok noDevices'],
    [
      'devices that reply, one that does not',
      read({ devices: 100, silent: 1, late: 0 }),
      quiet,
      'ok devicesPolled',
    ],
    [
      'a quarter without a reply',
      read({ devices: 100, silent: 25, late: 0 }),
      quiet,
      'warning devicesSilent',
    ],
    ['most without a reply', read({ devices: 100, silent: 60, late: 0 }), quiet, 'critical devicesSilent'],
    ['late devices', read({ devices: 100, silent: 0, late: 10 }), quiet, 'warning devicesLate'],
    [
      'polls that did not start',
      read({ devices: 9, silent: 0, late: 0 }),
      { ...quiet, skipped: some(3) },
      'warning pollsSkipped',
    ],
    ['no poller', failed({ devices: 9, silent: 0, late: 0 }), quiet, 'critical pollersMute'],
  ])('polling with %s', (_, reading, growth, expected) => {
    expect(said(judgePolling(reading, growth))).toBe(expected);
  });

  const collectors = {
    collectors: 1,
    datagrams: some(9),
    records: some(90),
    lost: none,
    dropped: none,
    socketDrops: none,
    unknownExporters: 0,
  };
  it.each([
    ['receive', {}, 'ok receiving'],
    ['receive nothing', { datagrams: none }, 'unknown noFlows'],
    ['have just started', { datagrams: { grown: 0, ms: 0 } }, 'unknown notRead'],
    ['are mute', { collectors: 0 }, 'unknown collectorsMute'],
    ['drop rows', { dropped: some(5) }, 'critical rowsDropped'],
    ['lose datagrams in the kernel', { socketDrops: some(5) }, 'warning socketDrops'],
    ['know not every exporter', { unknownExporters: 2 }, 'warning unknownExporters'],
  ])('collectors that %s', (_, change, expected) => {
    expect(said(judgeCollectors({ ...collectors, ...change }, NOW))).toBe(expected);
  });

  const target = { delivered: 1, failed: 0, backlog: 0 };
  it.each([
    ['none', read([]), 'ok noTargets'],
    ['that deliver', read([{ ...target, state: 'delivering' as const }]), 'ok delivering'],
    [
      'of which one fails',
      read([
        { ...target, state: 'failing' as const },
        { ...target, state: 'unused' as const },
      ]),
      'warning targetsFailing',
    ],
    ['that all fail', read([{ ...target, state: 'failing' as const }]), 'critical targetsFailing'],
    ['that wait', read([{ ...target, state: 'waiting' as const, backlog: 4 }]), 'warning targetsWaiting'],
    ['that fail and are paused', read([{ ...target, state: 'paused' as const }]), 'ok noTargets'],
    ['that cannot be read', failed<never[]>(), 'unknown settingsUnread'],
  ])('targets: %s', (_, reading, expected) => {
    expect(said(judgeDelivery('mail', reading))).toBe(expected);
  });
});

describe('upkeep', () => {
  const facts = (change: Partial<UpkeepFacts>): ReadingState<UpkeepFacts> =>
    read({ license: null, certificates: [], managers: 0, unavailable: 0, ...change });
  it.each([
    ['is missing', facts({}), 'warning licenseMissing'],
    ['is valid', facts({ license: '2027-06-01' }), 'ok licenseValid'],
    ['ends within 30 days', facts({ license: '2026-12-20' }), 'warning licenseEnds'],
    ['ends within a week', facts({ license: '2026-12-03' }), 'critical licenseEnds'],
    ['is on its last day', facts({ license: '2026-11-30' }), 'critical licenseEnds'],
    ['has expired', facts({ license: '2026-11-29' }), 'critical licenseExpired'],
    ['cannot be read', failed<UpkeepFacts>(), 'unknown settingsUnread'],
  ])('a license that %s', (_, reading, expected) => {
    expect(said(judgeLicense(reading, NOW))).toBe(expected);
  });

  const inDays = (days: number) =>
    facts({
      certificates: [
        { name: 'a', endsAt: NOW + 400 * DAY_MS },
        { name: 'b', endsAt: NOW + days * DAY_MS },
      ],
    });
  it.each([
    ['none', facts({}), 'ok noCertificates'],
    ['that are valid', inDays(90), 'ok certificatesValid'],
    ['of which one ends soon', inDays(20), 'warning certificateEnds'],
    ['of which one ends within a week', inDays(2), 'critical certificateEnds'],
    ['of which one has ended', inDays(-1), 'critical certificateExpired'],
  ])('certificates: %s', (_, reading, expected) => {
    expect(said(judgeCertificates(reading, NOW))).toBe(expected);
  });

  it.each([
    [undefined, 'unknown backupElsewhere'],
    [null, 'warning backupMissing'],
    [NOW - DAY_MS, 'ok backupRecent'],
    [NOW - 32 * DAY_MS, 'warning backupOld'],
  ])('a backup made at %s', (at, expected) => {
    expect(said(judgeBackup(at, NOW))).toBe(expected);
  });

  it.each([
    [[], 'unknown notRead'],
    [[40, -300], 'ok clockFine'],
    [[40, -3_000], 'warning clockOff'],
    [[60_000, 5], 'critical clockOff'],
  ])('clocks that differ by %j ms', (offsets, expected) => {
    const list = offsets.map((offsetMs, at) => ({ name: `p${String(at)}`, offsetMs }));
    expect(said(judgeClock(list, NOW))).toBe(expected);
  });

  it.each([
    [0, 0, 'ok noManagers'],
    [3, 0, 'ok managersFine'],
    [3, 1, 'warning managersDown'],
    [3, 3, 'critical managersDown'],
  ])('of %i managers %i do not respond', (managers, unavailable, expected) => {
    expect(said(judgeManagers(facts({ managers, unavailable })))).toBe(expected);
  });
});
