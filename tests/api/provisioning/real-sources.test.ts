import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done, importPath, planned, readImportOf } from '#tests/fixtures/provisioning/importing.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { formatted, workbookOf } from '#tests/fixtures/provisioning/workbook.ts';
import { workbookWriter } from '#web/lib/export/write-workbook.ts';

let server: ServerUnderTest;
let admin: Browser;
beforeAll(async () => {
  server = await openServer();
  admin = (await someone(server)).page;
});
afterAll(() => server.close());

const HEAD = 'customer;site;city;country;latitude;longitude;device;address;interface;alias';
const csv = (...lines: readonly string[]): string => [HEAD, ...lines].join('\n');
const LYON = 'Lyon;Lyon;France;45.76;4.83';
const LINES = 'name=network.csv&mode=lines';

const elements = async (customer: string) => {
  const rows = await server.stack.db
    .selectFrom('network_element as element')
    .innerJoin('customer', 'customer.id', 'element.customer_id')
    .leftJoin('network_interface as port', 'port.id', 'element.id')
    .select(['element.id', 'element.kind', 'element.name', 'if_alias'])
    .where('client_id', '=', customer)
    .where('kind', 'in', ['site', 'device', 'interface'])
    .orderBy('element.id')
    .execute();
  return rows.map(({ id, kind, name, if_alias: alias }) => ({ id, kind, name, alias: alias ?? '' }));
};
const faultsOf = (faults: Awaited<ReturnType<typeof readImportOf>>['faults']) =>
  faults.map(({ line, field, code }) => `${String(line)} ${field ?? '-'} ${code}`);

describe('the result file of an import', () => {
  it('is corrected and imported again without another name', async () => {
    const customer = 'formula';
    const read = await planned(
      admin,
      csv(
        `${customer};Nice;Nice;France;43.7;7.27;-spare-r1;10.9.0.70;eth0;=Fibre 1`,
        `${customer};Nice;Nice;France;43.7;7.27;@lab-r1;bad-address;eth0;+33 line`,
        `${customer};Nice;Nice;France;43.7;7.27;"'=odd";10.9.0.72;eth0;'quoted'`,
      ),
      LINES,
    );
    await done(admin, read.import.id, 'apply');
    const before = await elements(customer);
    const file = await admin.get(importPath(read.import.id, '/result'));
    const corrected = file.body.replaceAll('bad-address', '10.9.0.71');
    const again = await planned(admin, corrected, LINES);
    expect(again.import.counts).toMatchObject({ added: 2, changed: 0, rejected: 0 });
    await done(admin, again.import.id, 'apply');
    expect((await elements(customer)).slice(0, before.length)).toEqual(before);
    expect((await elements(customer)).map(({ name, alias }) => `${name} ${alias}`.trim()).toSorted()).toEqual(
      ['Nice', '-spare-r1', 'eth0 =Fibre 1', '@lab-r1', 'eth0 +33 line', '=odd', "eth0 'quoted'"].toSorted(),
    );
  });
});

describe('a device that its source names otherwise', () => {
  it('keeps its history, its thresholds and its interfaces', async () => {
    const lines = (name: string) => [
      `rename;${LYON};r1;10.9.0.1;eth0;`,
      `rename;${LYON};${name};10.9.0.3;eth0;`,
    ];
    await done(admin, (await planned(admin, csv(...lines('r3')))).import.id, 'apply');
    const before = await elements('rename');
    const device = before.find(({ name }) => name === 'r3')!.id;
    const { id: alarm } = await server.stack.db
      .selectFrom('cockpit_alarm')
      .select('id')
      .executeTakeFirstOrThrow();
    const threshold = { alarm_id: alarm, element_id: device, customer_id: null, value: 42 };
    await server.stack.db.insertInto('alarm_threshold').values(threshold).execute();
    const renamed = await planned(admin, csv(...lines('r3-new')), 'name=a.csv&removeMissing=true');
    expect(renamed.import.counts).toMatchObject({ added: 0, changed: 1, removed: 0 });
    await done(admin, renamed.import.id, 'apply');
    expect(await elements('rename')).toEqual(
      before.map((one) => (one.id === device ? { ...one, name: 'r3-new' } : one)),
    );
    const thresholds = await server.stack.db
      .selectFrom('alarm_threshold')
      .select('value')
      .where('element_id', '=', device)
      .execute();
    expect(thresholds).toEqual([{ value: 42 }]);
    const undone = await done(admin, renamed.import.id, 'undo');
    expect([undone.import.state, await elements('rename')]).toEqual(['undone', before]);
  });
});

describe('a file of another program', () => {
  it('with separators that can be read in two ways is in error, by cell', async () => {
    const read = await planned(
      admin,
      [
        'customer;site;latitude;longitude;device;address;interface;bandwidthIn;bandwidthOut',
        'speed;Lyon;45,764;4.835;r1;10.9.1.1;Gi0/1;1,000M;10,000',
        'speed;Lyon;;;r1;;Gi0/2;1.000;10,000 kbit/s',
        'speed;Lyon;;;r1;;Gi0/3;1,5G;1.5 Gbps',
        'speed;Lyon;;;r1;;Gi0/4;100,000;2',
      ].join('\n'),
      LINES,
    );
    expect(faultsOf(read.faults)).toEqual([
      '2 bandwidthIn IMPORT_NUMBER_AMBIGUOUS',
      '2 bandwidthOut IMPORT_NUMBER_AMBIGUOUS',
      '3 bandwidthIn IMPORT_NUMBER_AMBIGUOUS',
      '3 bandwidthOut IMPORT_NUMBER_AMBIGUOUS',
      '4 latitude IMPORT_REQUIRED_NEW',
      '4 longitude IMPORT_REQUIRED_NEW',
      '4 address IMPORT_REQUIRED_NEW',
      '5 bandwidthIn IMPORT_NUMBER_AMBIGUOUS',
      '5 bandwidthOut TOO_SMALL',
    ]);
    expect(read.faults[0]?.message).toBe(
      '“1,000M” can be 1M or 1000M. Write the number without a separator of thousands.',
    );
  });

  it('with names that look equal adds one of each', async () => {
    const read = await planned(
      admin,
      [
        'customer;site;city;latitude;longitude',
        ...['Lyon Nord', 'Lyon\u00A0Nord', 'Lyon  Nord'].map((name) => `equal;${name};Lyon;45.76;4.83`),
        ...['Évry', 'E\u0301vry'].map((name) => `equal;${name};;48.6;2.4`),
      ].join('\n'),
      LINES,
    );
    await done(admin, read.import.id, 'apply');
    expect((await elements('equal')).map(({ name }) => name)).toEqual(['Lyon Nord', 'Évry']);
    const { import: run } = await readImportOf(admin, read.import.id);
    expect([run.state, run.linesImported, run.linesInError]).toEqual(['finished', 2, 3]);
  });

  it('with a line that states its separator is read', async () => {
    const read = await planned(
      admin,
      '\uFEFFsep=;\r\ncustomer;site;city;lat;lon\r\nsep;Lyon;Lyon;45.7;4.8\r\n',
    );
    expect(read.import).toMatchObject({ state: 'ready', counts: { added: 2 }, linesInError: 0 });
  });

  it('with rows that a filter hides names them, and imports the others', async () => {
    const row = (customer: string, site: string) => [customer, site, 45.7, 4.8];
    const sheet = [['customer', 'site', 'lat', 'lon'], row('hidden', 'Lyon'), row('globex', 'Nice')];
    const read = await planned(
      admin,
      workbookOf([...sheet, row('hidden', 'Metz')], [], [3]),
      'name=sites.xlsx&mode=lines',
    );
    expect(faultsOf(read.faults)).toEqual(['3 - IMPORT_ROW_HIDDEN']);
    expect(read.changes.map(({ name }) => name)).toEqual(['hidden', 'hidden / Lyon', 'hidden / Metz']);
  });

  it('that the console exported as a workbook is imported again, with its names and numbers as they were', async () => {
    const names = ['=Fibre', '-spare', '00042', '_x0041_', 'Évry 2', '12345678901234567'];
    const columns = ['customer', 'site', 'lat', 'lon'].map((name) => ({ is: 'value' as const, name }));
    const head = { columns, title: 'Sites', facts: [], madeAt: 0, timeZone: 'UTC' };
    const workbook = workbookWriter(head, 'fr');
    workbook.add(names.map((name, at) => ['exported', name, 45.76 + at, -4.8357]));
    const file = Buffer.from(await (await workbook.finish()).arrayBuffer());
    const first = await planned(admin, file, 'name=sites.xlsx&mode=lines');
    expect(faultsOf(first.faults)).toEqual([]);
    await done(admin, first.import.id, 'apply');
    expect((await elements('exported')).map(({ name }) => name)).toEqual(names);
    const again = await planned(admin, file, 'name=sites.xlsx&mode=lines');
    expect(again.changes).toEqual([]);
  });

  it('with cells that have a format imports the text that is shown', async () => {
    const rows = [
      ['customer', 'site', 'lat', 'lon'],
      ['zeros', formatted(42, '00000'), 45.76, 4.83],
      ['zeros', formatted(7, '"S-"0000'), 43.7, formatted(7.27, '#,##0')],
      ['zeros', formatted('123456789012345678', 'General'), 49.1, 6.17],
      ['zeros', formatted(0.5, '0%'), 49.1, 6.17],
      ['zeros', 'Nancy_x000D_', 48.7, 6.18],
    ];
    const read = await planned(admin, workbookOf(rows), 'name=sites.xlsx&mode=lines');
    expect(faultsOf(read.faults)).toEqual(['4 site IMPORT_CELL_DIGITS', '5 site IMPORT_CELL_FORMAT']);
    expect(read.changes.map(({ name }) => name)).toEqual([
      'zeros',
      'zeros / 00042',
      'zeros / S-0007',
      'zeros / Nancy',
    ]);
  });
});
