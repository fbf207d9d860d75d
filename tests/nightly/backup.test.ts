import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { readLastBackup } from '#platform/embedded/last-backup.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { killBackup, runBackupCommand } from '#tests/fixtures/process/run-backup-command.ts';
import { flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { signIn } from '../scenario/account/start-session.ts';
import { owed, sendNumberedFlows } from '../scenario/flow/numbered-flows.ts';
import { exporters, startKilledProduct, type KilledProduct } from '../scenario/server/killed-product.ts';
import { pollTime, publishNumberedPolls } from './support/numbered-polls.ts';
import { say, settledTotals, waitSeconds } from './support/watched-product.ts';

const WINDOW_SECONDS = 10;
const LOAD_SECONDS = 90;
/** Rows are in a stream this long after they were sent. */
const GATHER_MS = 2_000;
/** Windows of the last polls before the backup are still open then. */
const OPEN_MS = 30_000;
const PASSWORD = 'an-administrator-of-a-test';

const folder = mkdtempSync(join(tmpdir(), 'telltale-backup-'));
const data = join(folder, 'data');
const backup = join(folder, 'backup');
const killed = join(folder, 'killed');
/** Where an administrator keeps the key. */
const key = join(folder, 'key-kept-apart');
const env = { TELLTALE_DATA: data };
const startMs = Date.now();
let product: KilledProduct;

beforeAll(async () => {
  mkdirSync(data, { mode: 0o700 });
  product = await startKilledProduct(WINDOW_SECONDS, { data });
}, 300_000);
afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function inClickHouse<Value>(read: (clickhouse: ClickHouse) => Promise<Value>): Promise<Value> {
  const clickhouse = openClickHouse(product.endpoints.CLICKHOUSE_URL);
  try {
    return await read(clickhouse);
  } finally {
    await clickhouse.close();
  }
}

/** Rows and sums of each window up to a time, of what is computed from polls. */
const windows = (untilMs: number) =>
  inClickHouse(async (clickhouse) => {
    const read = (table: string, from: string) =>
      clickhouse.query(
        `SELECT '${table}' AS of, toDateTime(intDiv(ms, {length:UInt32}) * {length:UInt32} / 1000, 'UTC') AS window, count() AS rows, toString(sum(hash)) AS sum
         FROM (${from}) WHERE ms < {until:Int64} GROUP BY window ORDER BY window`,
        { until: untilMs, length: WINDOW_SECONDS * 1_000 },
      );
    const ports = 'element IN (SELECT DISTINCT element FROM samples WHERE counter = 1)';
    return [
      await read(
        'samples',
        'SELECT toUnixTimestamp64Milli(at) AS ms, cityHash64(*) AS hash FROM samples WHERE counter = 1',
      ),
      await read(
        'measures',
        `SELECT toInt64(toUnixTimestamp(at)) * 1000 AS ms, cityHash64(*) AS hash FROM measures WHERE ${ports}`,
      ),
      await read(
        'alarm_events',
        `SELECT toInt64(toUnixTimestamp(at)) * 1000 AS ms, cityHash64(alarm, element, at, edge, event) AS hash FROM alarm_events WHERE ${ports}`,
      ),
    ].map((rows) => [...rows]);
  });

/** `windows` once all of them are closed and written, however slow the machine is. */
async function closedWindows(untilMs: number) {
  let latest = await windows(untilMs);
  await until(
    'windows are closed and written',
    async () => {
      const previous = latest;
      await waitSeconds(WINDOW_SECONDS);
      latest = await windows(untilMs);
      const [samples = [], measures = []] = latest;
      return measures.length >= samples.length - 1 && JSON.stringify(latest) === JSON.stringify(previous);
    },
    300_000,
  );
  return latest;
}

/** Instances whose raises and clears do not take turns. */
const brokenInstances = () =>
  inClickHouse((clickhouse) =>
    clickhouse.query(`
      SELECT alarm, element, groupArray(edge) AS edges FROM
        (SELECT alarm, element, edge FROM alarm_events WHERE edge IN ('raise', 'clear') ORDER BY at)
      GROUP BY alarm, element
      HAVING arrayExists((edge, at) -> edge != if(at % 2 = 1, 'raise', 'clear'), edges, arrayEnumerate(edges))`),
  );

const duplicates = () =>
  inClickHouse(async (clickhouse) => [
    ...(await clickhouse.query('SELECT event FROM alarm_events GROUP BY event HAVING count() > 1')),
    ...(await clickhouse.query(
      'SELECT element, kpi, at FROM measures GROUP BY element, kpi, at HAVING count() > 1',
    )),
    ...(await clickhouse.query(
      'SELECT element, counter, at FROM samples GROUP BY element, counter, at HAVING count() > 1',
    )),
    ...(await clickhouse.query('SELECT bytes FROM flows GROUP BY bytes HAVING count() > 1')),
  ]);

const numbersOf = async (clickhouse: ClickHouse): Promise<ReadonlySet<number>> => {
  const rows = await clickhouse.query<{ number: number }>('SELECT bytes - 1 AS number FROM flows');
  return new Set(rows.map(({ number }) => number));
};

const eventCount = () =>
  inClickHouse(async (clickhouse) => {
    const [found] = await clickhouse.query<{ rows: number }>('SELECT count() AS rows FROM alarm_events');
    return found?.rows ?? 0;
  });

it('a backup under load, restored after everything was destroyed, has each row once, and the product continues from it', async () => {
  const flows = await sendNumberedFlows(exporters, product.flowPort);
  const polls = await publishNumberedPolls(product, startMs);
  await waitSeconds(LOAD_SECONDS);
  await killBackup(killed, env);
  const before = { polls: polls.next(), atMs: Date.now() };
  const taken = await runBackupCommand('backup', [backup], env);
  expect(taken).toMatchObject({ status: 0 });
  say(taken.output);
  const { at = 0 } = readLastBackup(data) ?? {};
  expect(at).toBeGreaterThanOrEqual(before.atMs);
  const administrator = await signIn(product.origin, 'admin', PASSWORD);
  expect(await (await administrator.get('/api/v1/mt/first-steps')).text()).toContain(
    `"facts":{"last":{"at":${String(at)},`,
  );
  await waitSeconds(5);
  await Promise.all([flows.stop(), polls.stop()]);
  // The original continues to its end: what it then says of the time before the backup is what the restored one has to say.
  await settledTotals(product);
  const untilMs = pollTime(startMs, before.polls) - OPEN_MS;
  const original = await closedWindows(untilMs);
  expect(original.map((rows) => rows.length > 5)).toEqual([true, true, true]);

  const again = await runBackupCommand('restore', [backup, '--replace'], env);
  expect(again.status).toBe(1);
  expect(again.output).toContain('Telltale is running');
  copyFileSync(join(data, 'secrets.key'), key);
  await product.stop();
  expect(existsSync(data)).toBe(false);

  const incomplete = await runBackupCommand('restore', [killed, '--key', key], env);
  expect(incomplete).toMatchObject({ status: 1 });
  expect(incomplete.output).toContain('is no complete backup');
  const keyless = await runBackupCommand('restore', [backup], env);
  expect(keyless).toMatchObject({ status: 1 });
  expect(keyless.output).toContain('the secrets key of this backup is missing');
  const restored = await runBackupCommand('restore', [backup, '--key', key], env);
  expect(restored).toMatchObject({ status: 0 });
  say(restored.output);

  product = await startKilledProduct(WINDOW_SECONDS, { data });
  await signIn(product.origin, 'admin', PASSWORD);
  await settledTotals(product);
  const events = await eventCount();
  // Whole windows later: what was sent after the backup is lost with the machine.
  const laterPolls = await publishNumberedPolls(product, startMs);
  const laterFlows = await sendNumberedFlows(exporters, product.flowPort, 10_000_000);
  await waitSeconds(LOAD_SECONDS / 2);
  await Promise.all([laterFlows.stop(), laterPolls.stop()]);
  await until('alarms are decided', async () => (await eventCount()) > events, 60_000);
  await settledTotals(product);

  expect(await duplicates()).toEqual([]);
  expect(await windows(untilMs)).toEqual(original);
  expect(await brokenInstances()).toEqual([]);
  const numbers = await inClickHouse(numbersOf);
  const due = [
    ...owed(flows.sent, [{ fromMs: at - GATHER_MS, untilMs: Infinity }]),
    ...owed(laterFlows.sent, []),
  ];
  expect(due.filter((number) => !numbers.has(number)).slice(0, 20)).toEqual([]);
  const bytes = [...numbers].reduce((sum, number) => sum + number + 1, 0);
  expect(await inClickHouse(flowTotals)).toEqual(sameEverywhere({ flows: numbers.size, bytes }));
  say(
    `${String(numbers.size)} flows, ${String(original.flat().length)} windows compared, ${String(events)} events before`,
  );
}, 900_000);

it('a file that was cut off is named, and nothing is restored', async () => {
  const file = readFileSync(join(backup, 'files.sha256'), 'utf8')
    .split('\n')
    .map((line) => line.slice(66))
    .find((name) => name.startsWith('clickhouse/data/backup_snapshot/flows/') && name.endsWith('.bin'))!;
  truncateSync(join(backup, file), 1);
  const other = join(folder, 'other');
  const result = await runBackupCommand('restore', [backup, '--key', key], { TELLTALE_DATA: other });
  expect(result.status).toBe(1);
  expect(result.output).toContain(`${file} was changed`);
  expect(existsSync(join(other, 'embedded'))).toBe(false);
});
