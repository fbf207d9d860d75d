import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMs } from '#platform/clock/time.ts';
import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import type { Problem } from '#schemas/problem/problem.ts';
import {
  done,
  importPath,
  IMPORTS,
  planned,
  readImportOf,
  upload,
} from '#tests/fixtures/provisioning/importing.ts';
import { workbookOf } from '#tests/fixtures/provisioning/workbook.ts';
import { lastEvent, someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { atNight } from '#tests/gate/at-night.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const HEAD =
  'customer;customerName;site;latitude;longitude;device;address;exporters;interface;alias;bandwidthIn';
const csv = (...lines: readonly string[]): string => [HEAD, ...lines].join('\n');

/** Paths of all sites, devices and interfaces. */
async function elements(): Promise<readonly string[]> {
  const rows = await server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .leftJoin('network_element as parent', 'parent.id', 'element.parent_id')
    .select(['client_id', 'parent.name as parent', 'element.name', 'element.kind'])
    .where('element.kind', 'in', ['site', 'device', 'interface'])
    .orderBy('element.id')
    .execute();
  return rows.map(({ client_id, parent, name }) =>
    [client_id, parent, name].filter((part) => part !== null).join(' / '),
  );
}

const problemOf = async (sent: ReturnType<Browser['get']>) => {
  const response = await sent;
  return [response.statusCode, response.json<Problem>().code];
};

describe('an uploaded file', () => {
  it('is compared before anything changes, then applied in full', async () => {
    const before = await elements();
    const { import: run, changes } = await planned(
      admin,
      csv(
        'acme;;acme one;;;edge;192.0.2.1;198.51.100.1;Gi0/0;Uplink;200M',
        'hooli;Hooli;Brest;48,4;-4,5;;;;;;',
      ),
    );
    expect(run).toMatchObject({
      state: 'ready',
      lines: 2,
      linesInError: 0,
      clients: ['acme', 'hooli'],
      contents: ['customer', 'site', 'device', 'interface'],
      counts: { added: 4, changed: 0, removed: 0, unchanged: 2, rejected: 0 },
      source: { kind: 'csv', encoding: 'UTF-8', separator: ';' },
    });
    expect(changes.map(({ change, kind, name }) => `${change} ${kind} ${name}`)).toEqual([
      'added device acme / acme one / edge',
      'added interface acme / acme one / edge / Gi0/0',
      'added customer hooli',
      'added site hooli / Brest',
    ]);
    expect(await elements()).toEqual(before);

    const applied = await done(admin, run.id, 'apply');
    expect(applied.import).toMatchObject({
      state: 'finished',
      linesImported: 2,
      failure: null,
      isLast: true,
    });
    expect((await elements()).filter((path) => !before.includes(path))).toEqual(
      ['hooli / Brest', 'acme / acme one / edge', 'acme / edge / Gi0/0'].toSorted(),
    );
    const port = await server.stack.db
      .selectFrom('network_interface')
      .selectAll()
      .where('if_alias', '=', 'Uplink')
      .executeTakeFirstOrThrow();
    expect(port.bandwidth_in_bps).toBe(200_000_000);
    const event = await lastEvent(server, 'import.apply');
    expect([event.subject_id, event.detail]).toEqual([
      String(run.id),
      expect.stringContaining('device acme / acme one / edge'),
    ]);
    const again = await done(admin, run.id, 'repeat');
    expect(again.import).toMatchObject({ repeatOf: run.id, counts: { added: 0, changed: 0 } });
  });

  atNight('may be a workbook, with columns that the user assigns', async () => {
    const { import: run } = await planned(
      admin,
      workbookOf([
        ['Who', 'Where', 'North', 'East'],
        ['acme', 'Nice', 43.7, 7.26],
      ]),
      'name=sites.xlsx',
    );
    expect([
      run.state,
      run.failure?.code,
      run.source?.headings.map(({ name, sample }) => `${name}=${sample}`),
    ]).toEqual(['failed', 'IMPORT_COLUMN_MISSING', ['Who=acme', 'Where=Nice', 'North=43.7', 'East=7.26']]);
    const mapping = { customer: 'Who', site: 'Where', latitude: 'North', longitude: 'East' };
    const body = { mapping, mode: 'file', removeMissing: false };
    await admin.send('POST', importPath(run.id, '/plan'), { body });
    const stored = await admin.send('POST', '/api/v1/mt/provisioning-mapping', {
      body: { name: 'Sites', columns: mapping },
    });
    const { import: other } = await planned(
      admin,
      workbookOf([
        ['Who', 'Where', 'North', 'East'],
        ['acme', 'Nice', 43.7, 7.26],
      ]),
      `name=sites.xlsx&mapping=${String(stored.json<{ id: number }>().id)}`,
    );
    expect([
      other.state,
      other.counts.added,
      (await readImportOf(admin, run.id)).import.counts.added,
    ]).toEqual(['ready', 1, 1]);
  });

  it('is rejected in full when a line is in error, and applied without it line by line', async () => {
    const lines = [
      'acme;;Metz;49.1;6.2;;;;;;',
      'acme;;Metz;;;core;300.1.1.1;;;;',
      'acme;;Nancy;48.7;6.2;;;;;;',
    ];
    const { import: run, faults } = await planned(admin, csv(...lines));
    expect(faults.map(({ line, column, field, message }) => [line, column, field, message])).toEqual([
      [3, 7, 'address', '“300.1.1.1” is not an IP address.'],
    ]);
    expect(await problemOf(admin.send('POST', importPath(run.id, '/apply')))).toEqual([422, 'IMPORT_FAILED']);
    await admin.send('POST', importPath(run.id, '/plan'), {
      body: { mapping: run.mapping, mode: 'lines', removeMissing: false },
    });
    const ready = await planned(admin, csv('acme;;acme one;;;;;;;;'));
    expect(ready.import.state).toBe('ready');
    const applied = await done(admin, run.id, 'apply');
    expect(applied.import).toMatchObject({ state: 'finished', linesImported: 2, linesInError: 1 });
    expect((await elements()).filter((path) => /Metz|Nancy|core/.test(path))).toEqual([
      'acme / Metz',
      'acme / Nancy',
    ]);

    const result = await admin.get(importPath(run.id, '/result'));
    expect(result.headers['content-disposition']).toContain('network-result.csv');
    const quoted = (line: string): string => line.replaceAll(';', '","');
    expect(result.body.split('\r\n').slice(0, 3)).toEqual([
      `\uFEFF"${quoted(`Line;Result;Error;${HEAD}`)}"`,
      `2,"${quoted('imported;;acme;;Metz;49.1;6.2;;;;;;')}"`,
      `3,"${quoted('in error;address: “300.1.1.1” is not an IP address.;acme;;Metz;;;core;300.1.1.1;;;;')}"`,
    ]);
    const source = await admin.get(importPath(run.id, '/source'));
    expect(source.body).toBe(csv(...lines));
  });

  atNight('is rejected when it is empty or larger than 50 MB', async () => {
    expect(await problemOf(upload(admin, ''))).toEqual([400, 'IMPORT_FILE_EMPTY']);
    expect(await problemOf(upload(admin, Buffer.alloc(50 * 1_024 * 1_024 + 1)))).toEqual([
      413,
      'IMPORT_TOO_LARGE',
    ]);
  });
});

describe('an import that has been applied', () => {
  it('is taken back with what it added, changed and removed', async () => {
    await done(
      admin,
      (
        await planned(
          admin,
          csv('globex;;globex one;;;r1;192.0.2.10;198.51.100.20;Gi0/0;A;1G', 'globex;;globex two;;;;;;;;'),
        )
      ).import.id,
      'apply',
    );
    const { db } = server.stack;
    const state = async () => [
      await elements(),
      await db.selectFrom('device').selectAll().orderBy('id').execute(),
      await db.selectFrom('network_interface').selectAll().orderBy('id').execute(),
      await db.selectFrom('exporter').selectAll().orderBy('address').execute(),
      await db.selectFrom('customer').select(['id', 'client_id', 'name']).orderBy('id').execute(),
    ];
    const before = await state();
    const { import: run, changes } = await planned(
      admin,
      csv('globex;Globex SA;globex two;50.5;3;r2;192.0.2.11;198.51.100.21;Gi0/0;;'),
      'name=globex.csv&removeMissing=true',
    );
    expect(changes.filter(({ change }) => change === 'removed').map(({ name }) => name)).toEqual([
      'globex / globex one',
      'globex / globex one / r1',
      'globex / globex one / r1 / Gi0/0',
    ]);
    await done(admin, run.id, 'apply');
    expect(await state()).not.toEqual(before);
    const undone = await done(admin, run.id, 'undo');
    expect([undone.import.state, undone.import.failure]).toEqual(['undone', null]);
    expect(await state()).toEqual(before);
    expect((await lastEvent(server, 'import.undo')).subject_id).toBe(String(run.id));
  });

  atNight('is not taken back once something of it has changed, or is not the last', async () => {
    const first = await done(
      admin,
      (await planned(admin, csv('initech;;Oslo;59.9;10.7;r9;192.0.2.30;;;;'))).import.id,
      'apply',
    );
    await server.stack.db
      .updateTable('device')
      .set({ model: 'X' })
      .where('address', '=', '192.0.2.30')
      .execute();
    const retained = await done(admin, first.import.id, 'undo');
    expect([retained.import.state, retained.import.failure?.code]).toEqual([
      'finished',
      'IMPORT_UNDO_CHANGED',
    ]);
    // An undo that has failed is not offered again.
    expect(await problemOf(admin.send('POST', importPath(first.import.id, '/undo')))).toEqual([
      409,
      'IMPORT_STATE',
    ]);
    await done(admin, (await planned(admin, csv('initech;;Rome;41.9;12.5;;;;;;'))).import.id, 'apply');
    expect(await problemOf(admin.send('POST', importPath(first.import.id, '/undo')))).toEqual([
      409,
      'IMPORT_STATE',
    ]);
  });
});

describe('at most one import', () => {
  it('changes the inventory at a time', async () => {
    const one = await planned(admin, csv('initech;;Bern;46.9;7.4;;;;;;'));
    const other = await planned(admin, csv('initech;;Graz;47;15.4;;;;;;'));
    const { db } = server.stack;
    await db
      .updateTable('import_run')
      .set({
        task: 'apply',
        state: 'running',
        attempts: 1,
        lease_owner: 'another',
        lease_until: addMs(server.clock.now(), 30_000),
      })
      .where('id', '=', one.import.id)
      .execute();
    expect(await problemOf(admin.send('POST', importPath(other.import.id, '/apply')))).toEqual([
      409,
      'PROVISIONING_RUNNING',
    ]);
    const cancelled = await admin.send('POST', importPath(one.import.id, '/cancel'));
    expect(cancelled.json<ImportRun>().state).toBe('cancelled');
    expect((await done(admin, other.import.id, 'apply')).import.state).toBe('finished');
  });

  atNight('whose process has ended is taken over, and fails after the third', async () => {
    const { import: run } = await planned(admin, csv('initech;;Lund;55.7;13.2;;;;;;'));
    const { db } = server.stack;
    const abandon = (attempts: number) =>
      db
        .updateTable('import_run')
        .set({
          task: 'apply',
          state: 'running',
          attempts,
          lease_owner: 'deleted',
          lease_until: addMs(server.clock.now(), 30_000),
        })
        .where('id', '=', run.id)
        .execute();
    await abandon(3);
    await server.clock.leap(60_000);
    await expect
      .poll(async () => (await readImportOf(admin, run.id)).import.failure?.code)
      .toBe('IMPORT_INTERRUPTED');
    await abandon(1);
    await server.clock.leap(60_000);
    await expect.poll(async () => (await readImportOf(admin, run.id)).import.state).toBe('finished');
    expect(await elements()).toContain('initech / Lund');
  });
});

describe('a user who sees some customers', () => {
  it('reads imports of their customers only, and changes only those', async () => {
    const rights = ['NETWORK.PROVISIONING.read', 'NETWORK.PROVISIONING.write', 'CUSTOMER.write'] as const;
    const { page } = await someone(server, rights, ['acme']);
    const list = async () => (await page.get(IMPORTS)).json<{ imports: ImportRun[] }>().imports;
    const seen = await list();
    expect([...new Set(seen.flatMap(({ clients }) => clients))]).toEqual(expect.arrayContaining(['acme']));
    expect(seen.flatMap(({ clients }) => clients)).not.toContain('globex');
    const { import: of } = await planned(admin, csv('globex;;globex two;;;;;;;;'));
    expect(await problemOf(page.get(importPath(of.id)))).toEqual([404, 'NOT_FOUND']);
    expect(await problemOf(page.get(importPath(of.id, '/source')))).toEqual([404, 'NOT_FOUND']);
    const { import: run, faults } = await planned(
      page,
      csv('acme;;Own;1;1;;;;;;', 'globex;;Other;1;1;;;;;;', 'new;;Site;1;1;;;;;;'),
      'name=mine.csv&mode=lines',
    );
    expect(faults.map(({ line, code }) => [line, code])).toEqual([
      [3, 'NETWORK_CUSTOMER_NOT_ALLOWED'],
      [4, 'NETWORK_CUSTOMER_NOT_ALLOWED'],
    ]);
    expect(run.counts.added).toBe(1);
    const { page: other } = await someone(server, rights, ['initech']);
    expect(await problemOf(other.get(importPath(run.id)))).toEqual([404, 'NOT_FOUND']);
  });
});
