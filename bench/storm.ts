import { prepareStores } from './harness/network-under-test.ts';
import { manyPortsAlarm } from './live/many-ports.ts';
import { openStage } from './live/stage.ts';
import { storm } from './live/storm.ts';
import { quantile } from './harness/quantile.ts';
import type { BenchResult } from './harness/result.ts';
import { startStores } from './harness/embedded-stores.ts';

const RAISES = Number(process.env['STORM_RAISES'] ?? 100_000);
const SOCKETS = Number(process.env['STORM_SOCKETS'] ?? 200);
const SCREENS = 3;
const STALLED = 2;
const SITES = 500;
const WINDOW_SECONDS = 10;
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
  try {
    const found = await storm({
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
