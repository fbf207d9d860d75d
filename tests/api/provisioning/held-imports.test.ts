import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobSubject, type MailJob } from '#schemas/notification/job.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import type { ImportSchedule } from '#schemas/provisioning/schedule.ts';
import {
  done,
  importPath,
  IMPORTS,
  readImportOf,
  settledImport,
} from '#tests/fixtures/provisioning/importing.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { atNight } from '#tests/gate/at-night.ts';

const PATH = '/api/v1/mt/provisioning-schedule';
const folder = mkdtempSync(join(tmpdir(), 'telltale-held-'));
let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer({ importFolder: folder });
  const { page, account } = await someone(server);
  admin = page;
  await server.stack.db
    .updateTable('account')
    .set({ email: 'noc@example.net' })
    .where('id', '=', account)
    .execute();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const HEAD = 'customer;site;city;country;latitude;longitude;device;address;interface';
const [LYON, NICE] = ['Lyon;Lyon;France;45.76;4.83', 'Nice;Nice;France;43.7;7.27'];
const full = (customer: string) => [
  HEAD,
  ...[1, 2, 3].map((at) => `${customer};${LYON};r${String(at)};10.9.0.${String(at)};eth0`),
  `${customer};${NICE};r4;10.9.0.4;eth0`,
];
const cut = (customer: string) => full(customer).slice(0, 2);

const write = (name: string, lines: readonly string[]): void => {
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
};
const schedule = async (name: string, change: object = {}): Promise<number> => {
  const response = await admin.send('POST', PATH, {
    body: {
      name,
      enabled: true,
      source: { kind: 'folder', file: `${name}.csv` },
      cron: '*/5 * * * *',
      timeZone: 'UTC',
      mapping: null,
      mode: 'lines',
      removeMissing: true,
      ...change,
    },
  });
  return response.json<ImportSchedule>().id;
};
const scheduleOf = async (id: number) =>
  (await admin.get(PATH)).json<{ schedules: ImportSchedule[] }>().schedules.find((one) => one.id === id);
const runsOf = async (id: number) =>
  (await admin.get(IMPORTS)).json<{ imports: ImportRun[] }>().imports.filter((one) => one.schedule === id);

/** The newest run of a schedule once it has been started and nothing works on it. */
async function nextRun(id: number): Promise<ImportRun> {
  const before = (await runsOf(id)).length;
  await server.clock.leap(300_000);
  expect(await runsOf(id)).toHaveLength(before + 1);
  const [newest] = await runsOf(id);
  return (await settledImport(admin, newest!.id)).import;
}

const stored = async (customer: string) => {
  const rows = await server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .select(['element.id', 'element.name'])
    .where('client_id', '=', customer)
    .orderBy('element.id')
    .execute();
  return rows.map(({ id, name }) => `${String(id)} ${name}`);
};

describe('a scheduled import whose file lacks most of what it had', () => {
  it('removes nothing, shows what would be removed, and mails the user of the schedule', async () => {
    write('alpha.csv', full('alpha'));
    const id = await schedule('alpha');
    expect(await nextRun(id)).toMatchObject({ state: 'finished', counts: { added: 11 } });
    const before = await stored('alpha');

    write('alpha.csv', cut('alpha'));
    const held = await nextRun(id);
    expect(held).toMatchObject({ state: 'held', counts: { removed: 7 }, linesImported: 0 });
    expect(held.failure?.message).toBe(
      'The file lacks 7 of 10 elements of alpha, more than 10%. Nothing was changed: apply or reject the difference.',
    );
    expect(await stored('alpha')).toEqual(before);
    const { changes } = await readImportOf(admin, held.id);
    expect(changes.map(({ change, name }) => [change, name])).toEqual(
      [
        'Nice',
        'Lyon / r2',
        'Lyon / r3',
        'Nice / r4',
        'Lyon / r2 / eth0',
        'Lyon / r3 / eth0',
        'Nice / r4 / eth0',
      ].map((name) => ['removed', `alpha / ${name}`]),
    );
    expect(await scheduleOf(id)).toMatchObject({ outcome: 'held', failure: { code: 'IMPORT_REMOVAL_HELD' } });
    expect((await lastEvent(server, 'import.hold')).detail).toContain('"lacks":7');
    const mailed = async () => {
      const message = await server.stack.bus.lastMessage('JOBS', jobSubject('mail'));
      return message === undefined
        ? undefined
        : (JSON.parse(new TextDecoder().decode(message.data)) as MailJob);
    };
    await expect
      .poll(mailed)
      .toMatchObject({ key: `import-held-${String(held.id)}`, to: ['noc@example.net'] });
    expect((await mailed())?.text).toContain(`/mt/provisioning?import=${String(held.id)}`);
  });

  atNight('is rejected by a person, and the same file does not come again', async () => {
    write('beta.csv', full('beta'));
    const id = await schedule('beta');
    await nextRun(id);
    write('beta.csv', cut('beta'));
    const held = await nextRun(id);
    const rejected = await admin.send('POST', importPath(held.id, '/cancel'));
    expect(rejected.json<ImportRun>().state).toBe('cancelled');
    expect(await stored('beta')).toHaveLength(10);
    await server.clock.leap(300_000);
    expect([(await scheduleOf(id))?.outcome, (await runsOf(id)).length]).toEqual(['unchanged', 2]);
  });

  it('is applied by a person with the right, by no other', async () => {
    write('gamma.csv', full('gamma'));
    const id = await schedule('gamma');
    await nextRun(id);
    write('gamma.csv', cut('gamma'));
    const held = await nextRun(id);
    const { page } = await someone(server, ['NETWORK.PROVISIONING.read']);
    expect((await page.send('POST', importPath(held.id, '/apply'))).statusCode).toBe(403);
    const applied = await done(admin, held.id, 'apply');
    expect(applied.import).toMatchObject({ state: 'finished', counts: { removed: 7 }, failure: null });
    expect((await stored('gamma')).map((one) => one.split(' ')[1])).toEqual(['Lyon', 'r1', 'eth0']);
  });

  atNight('gives way to a newer file that is complete', async () => {
    write('delta.csv', full('delta'));
    const id = await schedule('delta');
    await nextRun(id);
    write('delta.csv', cut('delta'));
    const held = await nextRun(id);
    write('delta.csv', [...full('delta'), `delta;${NICE};r5;10.9.0.5;eth0`]);
    expect(await nextRun(id)).toMatchObject({ state: 'finished', counts: { added: 2, removed: 0 } });
    const { import: older } = await readImportOf(admin, held.id);
    expect([older.state, older.failure?.code]).toEqual(['cancelled', 'IMPORT_SUPERSEDED']);
  });

  atNight(
    'is applied at once below the share of its schedule, and by the least number of elements',
    async () => {
      write('epsilon.csv', full('epsilon'));
      const id = await schedule('epsilon', { removalPercent: 80 });
      await nextRun(id);
      write('epsilon.csv', cut('epsilon'));
      expect(await nextRun(id)).toMatchObject({ state: 'finished', counts: { removed: 7 } });
      write('zeta.csv', full('zeta'));
      const few = await schedule('zeta');
      await nextRun(few);
      write(
        'zeta.csv',
        full('zeta').filter((line) => !line.includes(';r3;')),
      );
      expect(await nextRun(few)).toMatchObject({ state: 'finished', counts: { removed: 2 } });
    },
  );
});

describe('a file that is still written', () => {
  it('is waited for where an older one of the schedule is complete, also while its size stays the same', async () => {
    const CHECK_MS = 30_000;
    const id = await schedule('theta', {
      cron: '0 0 1 1 *',
      source: { kind: 'folder', file: 'theta-*.csv' },
      removeMissing: false,
    });
    const at = (inMs: number): number => (server.clock.now().getTime() + inMs) / 1_000;
    write('theta-old.csv', cut('theta'));
    utimesSync(join(folder, 'theta-old.csv'), at(-3_600_000), at(-3_600_000));
    /** A program that reserves the size of the file, and fills in its lines. */
    const lookAfter = async (lines: readonly string[] | undefined) => {
      if (lines !== undefined) {
        const text = lines.join('\n');
        writeFileSync(join(folder, 'theta-new.csv'), text.padEnd(2_000, '\n'));
        utimesSync(join(folder, 'theta-new.csv'), at(CHECK_MS), at(CHECK_MS));
      }
      await server.clock.leap(CHECK_MS);
      return [(await scheduleOf(id))?.outcome, (await runsOf(id)).length];
    };
    await admin.send('POST', `${PATH}/${String(id)}/run`);
    expect(await lookAfter(full('theta').slice(0, 2))).toEqual(['growing', 0]);
    expect(await lookAfter(full('theta').slice(0, 3))).toEqual(['growing', 0]);
    expect(await lookAfter(full('theta'))).toEqual(['growing', 0]);
    expect((await lookAfter(undefined))[1]).toBe(1);
    const [run] = await runsOf(id);
    const { import: settled } = await settledImport(admin, run!.id);
    expect(settled).toMatchObject({ state: 'finished', name: 'theta-new.csv', lines: 4 });
  });

  it('is read when it has not changed since the last look', async () => {
    const CHECK_MS = 30_000;
    const id = await schedule('eta', { cron: '0 0 1 1 *' });
    /** Writes lines, the last of them at the next check, and lets it pass. */
    const lookAfter = async (lines: readonly string[] | undefined) => {
      if (lines !== undefined) {
        write('eta.csv', lines);
        const at = (server.clock.now().getTime() + CHECK_MS) / 1_000;
        utimesSync(join(folder, 'eta.csv'), at, at);
      }
      await server.clock.leap(CHECK_MS);
      return [(await scheduleOf(id))?.outcome, (await runsOf(id)).length];
    };
    await admin.send('POST', `${PATH}/${String(id)}/run`);
    expect(await lookAfter(cut('eta'))).toEqual(['growing', 0]);
    expect(await lookAfter(full('eta').slice(0, 4))).toEqual(['growing', 0]);
    expect(await lookAfter(full('eta'))).toEqual(['growing', 0]);
    expect((await lookAfter(undefined))[1]).toBe(1);
    const [run] = await runsOf(id);
    expect((await settledImport(admin, run!.id)).import).toMatchObject({ state: 'finished', lines: 4 });
  });
});
