import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import type { ImportSchedule } from '#schemas/provisioning/schedule.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import { IMPORTS } from '#tests/fixtures/provisioning/importing.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const PATH = '/api/v1/mt/provisioning-schedule';
const folder = mkdtempSync(join(tmpdir(), 'telltale-imports-'));
let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer({ importFolder: folder });
  admin = (await someone(server)).page;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const draft = {
  name: 'Nightly',
  enabled: true,
  source: { kind: 'folder', file: 'sites-*.csv' },
  cron: '*/5 * * * *',
  timeZone: 'Europe/Paris',
  mapping: null,
  mode: 'lines',
  removeMissing: false,
};
const create = async (change: object) =>
  (await admin.send('POST', PATH, { body: { ...draft, ...change } })).json<ImportSchedule>();
const list = async () => (await admin.get(PATH)).json<{ schedules: ImportSchedule[] }>().schedules;
const outcomeOf = async (id: number) => (await list()).find((one) => one.id === id);
const runsOf = async (id: number) =>
  (await admin.get(IMPORTS))
    .json<{ imports: ImportRun[] }>()
    .imports.filter(({ schedule }) => schedule === id);
const FIVE_MINUTES_MS = 300_000;

describe('a scheduled import', () => {
  it('imports the newest matching file of the folder when it is due, once per content', async () => {
    const { id, nextRuns } = await create({});
    expect(nextRuns).toHaveLength(3);
    await server.clock.leap(FIVE_MINUTES_MS);
    expect(await outcomeOf(id)).toMatchObject({ outcome: 'absent', failure: null });
    writeFileSync(join(folder, 'sites-1.csv'), 'customer;site;latitude;longitude\nacme;Scheduled;48;2\n');
    writeFileSync(join(folder, 'other.csv'), 'nothing of ours');
    await server.clock.leap(FIVE_MINUTES_MS);
    expect(await outcomeOf(id)).toMatchObject({ outcome: 'imported', failure: null });
    await expect
      .poll(async () =>
        (await runsOf(id)).map(({ name, state, linesImported }) => [name, state, linesImported]),
      )
      .toEqual([['sites-1.csv', 'finished', 1]]);
    await server.clock.leap(FIVE_MINUTES_MS);
    expect([(await outcomeOf(id))?.outcome, (await runsOf(id)).length]).toEqual(['unchanged', 1]);
    await admin.send('POST', `${PATH}/${String(id)}/run`);
    await server.clock.leap(30_000);
    await expect.poll(async () => (await runsOf(id)).length).toBe(2);
  });

  it('fetches nothing from an internal address', async () => {
    const { id } = await create({
      name: 'Inside',
      source: { kind: 'https', url: 'https://127.0.0.1:1/a.csv' },
    });
    await server.clock.leap(FIVE_MINUTES_MS);
    expect((await outcomeOf(id))?.failure?.message).toContain('127.0.0.1 is a loopback address');
  });

  it.for([
    ['cron', { cron: '61 * * * *' }, 'body.cron IMPORT_CRON_INVALID'],
    ['cron', { cron: '0 0 31 2 *' }, 'body.cron IMPORT_CRON_INVALID'],
    ['time zone', { timeZone: 'Mars/Base' }, 'body.timeZone TIMEZONE_UNKNOWN'],
    ['file', { source: { kind: 'folder', file: '../secret.csv' } }, 'body.source.file FORMAT_INVALID'],
    [
      'address',
      { source: { kind: 'https', url: 'http://files.example.net/a.csv' } },
      'body.source.url URL_INVALID',
    ],
    [
      'address',
      { source: { kind: 'https', url: 'https://me:secret@files.example.net/' } },
      'body.source.url URL_INVALID',
    ],
  ] as const)('with a wrong %s is rejected: %j', async ([, change, fault]) => {
    const response = await admin.send('POST', PATH, { body: { ...draft, name: 'Wrong', ...change } });
    const { errors = [] } = response.json<Problem>();
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([fault]);
  });

  it('acts for the installation: it takes access to every customer', async () => {
    const { page } = await someone(
      server,
      ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write'],
      ['acme'],
    );
    expect((await page.get(PATH)).statusCode).toBe(403);
  });
});
