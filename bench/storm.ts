import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { incidentLimits } from '#schemas/alerting/incident/incident.ts';
import { prepareStores } from './harness/network-under-test.ts';
import { manyPortsAlarm } from './live/many-ports.ts';
import { openStage } from './live/stage.ts';
import { insertRunningAlarms } from './live/incident-readers.ts';
import { storm, type StormFigures } from './live/storm.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';

const RAISES = Number(process.env['STORM_RAISES'] ?? 100_000);
const SOCKETS = Number(process.env['STORM_SOCKETS'] ?? 200);
const SCREENS = 3;
const STALLED = 2;
const SITES = 500;
const WINDOW_SECONDS = 10;
/** Alarms of which incidents are read in the storm: of more the server reads none. 0: none are read. */
const INCIDENT_ALARMS = Number(process.env['STORM_INCIDENT_ALARMS'] ?? incidentLimits.alarms);
const INCIDENT_READERS = INCIDENT_ALARMS === 0 ? 0 : 50;
const PARTITIONS = 2;

async function run(): Promise<readonly BenchResult[]> {
  const stores = await startStores();
  await prepareStores(stores.endpoints);
  const stage = await openStage({
    endpoints: stores.endpoints,
    sites: SITES,
    ports: RAISES,
    alarms: [manyPortsAlarm({})],
    windowSeconds: WINDOW_SECONDS,
  });
  const from = Math.floor(Date.now() / 60_000) * 60 - 600;
  try {
    const clickhouse = openClickHouse(stores.endpoints.CLICKHOUSE_URL);
    await insertRunningAlarms(clickhouse, stage, { alarms: INCIDENT_ALARMS, from });
    await clickhouse.close();
    const found = await storm({
      incidents: { readers: INCIDENT_READERS, from },
      stage,
      windowSeconds: WINDOW_SECONDS,
      partitions: PARTITIONS,
      sockets: SOCKETS,
      screens: SCREENS,
      stalled: STALLED,
    });
    const name = `storm of ${String(RAISES)} raises, ${String(SOCKETS)} sockets`;
    const one = (what: string, value: number, unit: string): BenchResult => ({
      name: `${name}: ${what}`,
      value,
      unit,
      samples: [value],
    });
    const incidentResults = ({ lists, details }: StormFigures['incidents']): readonly BenchResult[] =>
      (
        [
          [`incidents of ${String(INCIDENT_ALARMS)} alarms, ${String(INCIDENT_READERS)} screens`, lists],
          ['one of them, with its timeline', details],
        ] as const
      ).flatMap(([what, times]) => [
        { ...one(`${what}: p50`, quantile(times, 0.5), 'ms'), samples: times },
        one(`${what}: longest`, Math.max(...times), 'ms'),
      ]);
    return [
      one('until every screen shows all raised', found.raisedMs, 'ms'),
      one('until every screen shows the next window', found.resumedMs, 'ms'),
      one('until every screen shows the window in which the server reads all again', found.rereadMs, 'ms'),
      one('HTTP longest while it reads all again', Math.max(...found.rereadProbes), 'ms'),
      one('until every screen shows all cleared', found.clearedMs, 'ms'),
      { ...one('HTTP p50', quantile(found.probes, 0.5), 'ms'), samples: found.probes },
      one('HTTP p99', quantile(found.probes, 0.99), 'ms'),
      one('HTTP longest', Math.max(...found.probes), 'ms'),
      one('server before', found.serverMibBefore, 'MiB'),
      one('server at most', found.serverMibMost, 'MiB'),
      one('engine at most', found.engineMibMost, 'MiB'),
      ...(INCIDENT_ALARMS === 0 ? [] : incidentResults(found.incidents)),
      one('server CPU', found.serverCpuSeconds, 's'),
      one('messages to one socket in a second, at most', found.messagesPerSecond, ''),
      one('characters to one socket in a second, at most', found.bytesPerSecond, ''),
      one('longest message', found.longestMessage, 'characters'),
      one('snapshots read by a screen', found.snapshotsPerScreen, ''),
      one('a page applies deltas for, at most', found.longestApplyMs, 'ms'),
      one('connections ended', found.closed, ''),
    ];
  } finally {
    await stage.close();
    await stores.close();
  }
}

/** Every alarm of a customer raised at once, through engine, NATS and server to open screens. */
export const stormBench = { name: 'storm', run };
