import { describe, expect, it } from 'vitest';
import { recogniseColumns } from '#schemas/provisioning/import-columns.ts';
import type { ImportChoices } from '#schemas/provisioning/import-run.ts';
import { readCsv } from '../file/read-csv.ts';
import type { ImportScope } from './check-elements.ts';
import { parseLines, placeColumns } from './parse-lines.ts';
import { differenceRow } from './difference-rows.ts';
import { comparedPlan } from './plan-import.ts';
import { plannedRows } from './planned-rows.ts';
import { elementPath, type StoredRows } from '../../../shared/inventory/stored-inventory.ts';

const noAccess = {
  snmp_version: null,
  snmp_port: 161,
  snmp_community: null,
  snmp_user: null,
  snmp_context: null,
  snmp_auth_protocol: null,
  snmp_auth_password: null,
  snmp_priv_protocol: null,
  snmp_priv_password: null,
};
const element = { customer_id: 1 };
const stored: StoredRows = {
  customer: [{ id: 1, client_id: 'acme', name: 'Acme', profile_id: 1, recipient_id: 1, time_zone: null }],
  site: [
    {
      ...element,
      id: 10,
      name: 'Paris',
      city: '',
      country: '',
      region: '',
      latitude: 48.8,
      longitude: 2.3,
      networks: [],
    },
    {
      ...element,
      id: 11,
      name: 'Lyon',
      city: '',
      country: '',
      region: '',
      latitude: 45.7,
      longitude: 4.8,
      networks: [],
    },
  ],
  device: [
    {
      ...element,
      ...noAccess,
      id: 20,
      parent_id: 10,
      name: 'edge',
      address: '192.0.2.1',
      vendor: '',
      model: '',
      snmp_credential_id: null,
    },
  ],
  interface: [
    {
      ...element,
      id: 30,
      parent_id: 20,
      name: 'Gi0/0',
      if_alias: '',
      bandwidth_in_bps: null,
      bandwidth_out_bps: null,
    },
    {
      ...element,
      id: 31,
      parent_id: 20,
      name: 'Gi0/1',
      if_alias: '',
      bandwidth_in_bps: null,
      bandwidth_out_bps: null,
    },
  ],
  exporter: [
    { address: '198.51.100.9', device_id: 99, customer_id: 2, recipient_id: 1, owner: 'globex / core' },
  ],
  credential: [{ ...noAccess, id: 5, name: 'Core routers', snmp_version: 'v2c', snmp_community: 'sealed' }],
  profile: [{ id: 1, name: 'Standard', is_default: true }],
};
const everything: ImportScope = {
  mayChangeCustomers: true,
  mayNameCredentials: true,
  allCustomers: true,
  customers: [],
  sites: [],
};
const HEAD =
  'customer;site;latitude;longitude;device;address;exporters;credential;interface;alias;bandwidthIn';

function planned(
  lines: readonly string[],
  change: {
    reach?: Partial<ImportScope>;
    options?: Partial<ImportChoices>;
    head?: string;
    /** Of the device that is stored. */
    access?: Partial<StoredRows['device'][number]>;
  } = {},
) {
  const sheet = readCsv(Buffer.from([change.head ?? HEAD, ...lines].join('\n')));
  const { columns, faults } = placeColumns(sheet, recogniseColumns(sheet.heading.cells));
  expect(faults).toEqual([]);
  const parsed = parseLines(sheet, columns);
  const plan = comparedPlan({
    lines: parsed,
    columns,
    rows: { ...stored, device: stored.device.map((row) => ({ ...row, ...change.access })) },
    options: { mode: 'lines', removeMissing: false, ...change.options },
    reach: { ...everything, ...change.reach },
  });
  return {
    ...plan,
    rows: plan.elements.map((one) => differenceRow(one, parsed, plan.names)),
    shown: plan.faults.map(
      ({ line, column, field, code }) => `${String(line)}.${String(column)} ${field ?? '-'} ${code}`,
    ),
  };
}

describe('the address of a device with SNMP access', () => {
  const moved = ['acme;Paris;;;edge;192.0.2.66;;;;;'];
  const reach = { mayNameCredentials: false, allCustomers: false, customers: [1] };

  it.each([
    ['a community', { snmp_version: 'v2c', snmp_community: 'sealed' }],
    ['an SNMP v3 user', { snmp_version: 'v3', snmp_user: 'poller', snmp_auth_password: 'sealed' }],
    ['a credential', { snmp_version: 'v2c', snmp_community: 'sealed', snmp_credential_id: 5 }],
  ])('with %s is changed by those only who may read credentials', (_, access) => {
    const refused = planned(moved, { access, reach });
    expect(refused.shown).toEqual(['2.6 address NETWORK_ADDRESS_NOT_ALLOWED']);
    expect(refused.counts).toMatchObject({ changed: 0, rejected: 1 });
    expect(planned(moved, { access }).counts).toMatchObject({ changed: 1, rejected: 0 });
    expect(planned(['acme;Paris;;;edge;192.0.2.1;;;;;'], { access, reach }).shown).toEqual([]);
    expect(planned(moved, { reach }).counts).toMatchObject({ changed: 1, rejected: 0 });
  });
});

describe('a line', () => {
  it('adds what is missing and changes what differs; an empty cell keeps what is stored', () => {
    const { counts, rows } = planned([
      'acme;Paris;;;edge;;;;Gi0/0;Uplink;200M',
      'acme;Nice;43.7;7.26;border;192.0.2.7;;;Gi0/0;;',
    ]);
    expect(counts).toEqual({ added: 3, changed: 1, removed: 0, unchanged: 3, rejected: 0 });
    expect(rows.map(({ kind, change, name, line }) => [kind, change, name, line])).toEqual([
      ['interface', 'changed', 'acme / Paris / edge / Gi0/0', 2],
      ['site', 'added', 'acme / Nice', 3],
      ['device', 'added', 'acme / Nice / border', 3],
      ['interface', 'added', 'acme / Nice / border / Gi0/0', 3],
    ]);
    expect(rows[0]?.fields).toEqual([
      { name: 'alias', before: null, after: 'Uplink' },
      { name: 'bandwidthIn', before: null, after: '200000000' },
    ]);
  });

  it('reports each cell that is at fault, with line and column', () => {
    const { shown } = planned([
      'acme;Paris;148;2,3;edge;300.1.1.1;192.0.2.5 x;;Gi0/0;;fast',
      '!acme;;;;;;;;;;',
      ';Paris;;;;;;;;;',
      'acme;;;;edge;;;;;;',
      'acme;Paris;;;;;;;Gi0/0;;;spare',
    ]);
    expect(shown).toEqual([
      '2.3 latitude TOO_LARGE',
      '2.6 address ADDRESS_INVALID',
      '2.7 exporters ADDRESS_INVALID',
      '2.11 bandwidthIn IMPORT_NUMBER_INVALID',
      '3.1 customer CLIENT_ID_CHARACTERS',
      '4.1 customer REQUIRED',
      '5.2 site REQUIRED',
      '6.5 device REQUIRED',
      '6.12 - IMPORT_CELL_WITHOUT_HEADING',
    ]);
  });

  it('with an invisible character is in error, whichever cell has it, and names the character', () => {
    const { faults, counts } = planned([
      'acme;Paris;;;core-\u202Egnp;192.0.2.7;;;Gi0/0;;',
      'acme;Paris;;;edge;192.0.2.1\u200E;;;Gi0/0;"Up\tlink";',
      'acme;Paris;;;edge;;;;Gi0/1\u0085;;',
    ]);
    expect(faults).toEqual(
      [
        { line: 2, column: 5, field: 'device', params: { character: 'U+202E', position: 6 } },
        { line: 3, column: 6, field: 'address', params: { character: 'U+200E', position: 10 } },
        { line: 3, column: 10, field: 'alias', params: { character: 'U+0009', position: 3 } },
        { line: 4, column: 9, field: 'interface', params: { character: 'U+0085', position: 6 } },
      ].map((fault) => ({ ...fault, code: 'IMPORT_CELL_INVISIBLE' })),
    );
    expect(counts).toMatchObject({ added: 0, rejected: 3 });
  });

  it('that repeats or contradicts another one is in error', () => {
    const { shown } = planned([
      'acme;Paris;;;edge;192.0.2.8;;;Gi0/0;;',
      'acme;Paris;;;edge;192.0.2.8;;;Gi0/0;;',
      'acme;Paris;;;edge;192.0.2.9;;;Gi0/1;;',
      'acme;PARIS;;;edge;;;;Gi0/2;;',
    ]);
    expect(shown).toEqual([
      '3.9 interface IMPORT_LINE_REPEATED',
      '4.6 address IMPORT_VALUE_DIFFERS',
      '5.2 site NETWORK_NAME_SPELLED',
    ]);
  });

  it('of a new element needs what a new element needs, from any of its lines', () => {
    const { shown, counts } = planned([
      'acme;Nice;;;;;;;;;',
      'acme;Brest;;;quay;192.0.2.7;;;Gi0/0;;',
      'acme;Brest;48.4;-4.5;quay;;;;Gi0/1;;',
    ]);
    expect(shown).toEqual(['2.3 latitude IMPORT_REQUIRED_NEW', '2.4 longitude IMPORT_REQUIRED_NEW']);
    expect(counts).toMatchObject({ added: 4, rejected: 1 });
  });

  it('that is rejected takes along those that need it', () => {
    const { shown, counts } = planned([
      'acme;Brest;48.4;-4.5;quay;300.1.1.1;;;Gi0/0;;',
      'acme;Brest;;;quay;;;;Gi0/1;;',
    ]);
    expect(shown).toEqual([
      '2.6 address ADDRESS_INVALID',
      '3.3 latitude IMPORT_REQUIRED_NEW',
      '3.4 longitude IMPORT_REQUIRED_NEW',
      '3.6 address IMPORT_REQUIRED_NEW',
    ]);
    expect(counts).toMatchObject({ added: 0, rejected: 2 });
  });

  it('gives no exporter to two devices, nor one of another device', () => {
    const { shown } = planned([
      'acme;Paris;;;edge;;198.51.100.9;;;;',
      'acme;Nice;43.7;7.2;one;192.0.2.7;198.51.100.1;;;;',
      'acme;Nice;43.7;7.2;two;192.0.2.8;198.51.100.1;;;;',
    ]);
    expect(shown).toEqual(['2.7 exporters NETWORK_EXPORTER_TAKEN', '4.7 exporters IMPORT_EXPORTER_REPEATED']);
  });

  it('gives an address to one device of a customer', () => {
    const { shown } = planned([
      'acme;Nice;43.7;7.2;one;192.0.2.7;;;Gi0/0;;',
      'acme;Nice;43.7;7.2;one;192.0.2.7;;;Gi0/1;;',
      'acme;Paris;;;two;192.0.2.7;;;;;',
      'globex;Oslo;59.9;10.7;three;192.0.2.7;;;;;',
      'acme;Paris;;;four;2001:db8::1;;;;;',
      'acme;Nice;43.7;7.2;five;2001:DB8:0::1;;;;;',
    ]);
    expect(shown).toEqual(['4.6 address IMPORT_ADDRESS_REPEATED', '7.6 address IMPORT_ADDRESS_REPEATED']);
  });

  it('sets the SNMP port of a device, next to that of its credential, for those who may read credentials', () => {
    const head = 'customer;site;device;credential;snmpPort';
    const row = 'acme;Paris;edge;;1161';
    const access = { snmp_version: 'v2c', snmp_community: 'sealed', snmp_credential_id: 5 };
    const given = planned([row], { head, access });
    expect(given.rows.map(({ fields }) => fields)).toEqual([
      [{ name: 'snmpPort', before: '161', after: '1161' }],
    ]);
    const both = planned(['acme;Paris;edge;Core routers;1161'], { head, access });
    expect(both.elements.map(({ after }) => after)).toMatchObject([
      { snmp_port: 1_161, snmp_credential_id: 5 },
    ]);
    const followed = planned(['acme;Paris;edge;Core routers;1161'], { head });
    expect(followed.elements.map(({ after }) => after)).toMatchObject([
      { snmp_port: 1_161, snmp_version: 'v2c' },
    ]);
    // A file that does not name it leaves the port as it is.
    const own = { ...access, snmp_port: 1_161 };
    expect(planned(['acme;Paris;edge;Core routers;'], { head, access: own }).counts).toMatchObject({
      changed: 0,
    });
    expect(planned(['acme;Paris;edge;;0'], { head }).shown).toEqual(['2.5 snmpPort TOO_SMALL']);
    const reach = { mayNameCredentials: false, allCustomers: false, customers: [1] };
    expect(planned([row], { head, access, reach }).shown).toEqual([
      '2.5 snmpPort NETWORK_ADDRESS_NOT_ALLOWED',
    ]);
  });

  it('names a stored credential, whose access the device follows', () => {
    const { rows } = planned(['acme;Paris;;;edge;;;core ROUTERS;;;']);
    expect(rows[0]?.fields).toEqual([{ name: 'credential', before: null, after: 'Core routers' }]);
    expect(planned(['acme;Paris;;;edge;;;Other;;;']).shown).toEqual([
      '2.8 credential NETWORK_CREDENTIAL_UNKNOWN',
    ]);
  });
});

describe('an import', () => {
  it('of a user who sees some customers changes only those', () => {
    const reach = {
      mayChangeCustomers: false,
      mayNameCredentials: false,
      allCustomers: false,
      customers: [2],
    };
    expect(planned(['acme;Paris;;;edge;;;;;;', 'new;Paris;1;1;;;;;;;'], { reach }).shown).toEqual([
      '2.1 customer NETWORK_CUSTOMER_NOT_ALLOWED',
      '3.1 customer NETWORK_CUSTOMER_NOT_ALLOWED',
    ]);
    const own = { ...reach, customers: [1], sites: [[1, [11]]] as const };
    const { shown } = planned(
      ['acme;Paris;;;edge;;;;;;', 'acme;Lyon;;;x;192.0.2.4;198.51.100.9;Core routers;;;'],
      { reach: own },
    );
    expect(shown).toEqual([
      '2.2 site NETWORK_SITE_NOT_ALLOWED',
      '3.7 exporters NETWORK_EXPORTER_OF_OTHERS',
      '3.8 credential NETWORK_CREDENTIAL_NOT_ALLOWED',
    ]);
  });

  it('removes what its levels do not name, and only while no line is in error', () => {
    const removed = (lines: readonly string[], head?: string) =>
      planned(lines, {
        options: { removeMissing: true },
        ...(head === undefined ? {} : { head }),
      }).removed.map(elementPath);
    expect(removed(['acme;Paris;;;edge;;;;Gi0/0;;'])).toEqual(['acme / Lyon', 'acme / Paris / edge / Gi0/1']);
    expect(removed(['acme;Lyon'], 'customer;site')).toEqual([
      'acme / Paris',
      'acme / Paris / edge',
      'acme / Paris / edge / Gi0/0',
      'acme / Paris / edge / Gi0/1',
    ]);
    expect(removed(['acme;Lyon', 'acme;Nice'], 'customer;site')).toEqual([]);
  });
});

describe('the columns', () => {
  it('are recognised by the words that operators use, in English and French', () => {
    const heading = [
      'Client ID',
      'Nom du site',
      'Équipement',
      'Adresse IP',
      'ifName',
      'Débit entrant',
      'Remark',
    ];
    expect(recogniseColumns(heading)).toEqual({
      customer: 'Client ID',
      site: 'Nom du site',
      device: 'Équipement',
      address: 'Adresse IP',
      interface: 'ifName',
      bandwidthIn: 'Débit entrant',
    });
  });

  it('are named once in the file', () => {
    const sheet = readCsv(Buffer.from('customer;site;site;note;note\nacme;A;B;;\n'));
    expect(placeColumns(sheet, recogniseColumns(sheet.heading.cells)).faults).toEqual([
      { line: 1, column: 3, field: 'site', code: 'IMPORT_COLUMN_REPEATED', params: { name: 'site' } },
    ]);
  });

  it('are not read where the workbook hides them', () => {
    const heading = { line: 1, cells: ['customer', 'site', 'city'] };
    expect(
      placeColumns({ heading, hiddenColumns: new Set([2]) }, recogniseColumns(heading.cells)).faults,
    ).toEqual([
      { line: 1, column: 3, field: 'city', code: 'IMPORT_COLUMN_HIDDEN', params: { name: 'city' } },
    ]);
    const chosen = { customer: 'customer', site: 'site' };
    expect(placeColumns({ heading, hiddenColumns: new Set([2]) }, chosen).faults).toEqual([]);
  });

  it('need the names of all levels above, and exist in the file', () => {
    const sheet = readCsv(Buffer.from('a;b\n1;2\n'));
    expect(
      placeColumns(sheet, { site: 'a', device: 'deleted', alias: 'b' }).faults.map(({ field, code }) => [
        field,
        code,
      ]),
    ).toEqual([
      ['device', 'IMPORT_COLUMN_UNKNOWN'],
      ['customer', 'IMPORT_COLUMN_MISSING'],
      ['device', 'IMPORT_COLUMN_MISSING'],
      ['interface', 'IMPORT_COLUMN_MISSING'],
    ]);
  });
});

describe('a device that the file names at another site', () => {
  const moved = ['acme;Lyon;;;edge;192.0.2.1;;;Gi0/0;Uplink;', 'acme;Lyon;;;edge;;;;Gi0/2;;'];

  it('moves when name and address agree, with its interfaces', () => {
    const { counts, rows, removed } = planned(moved, { options: { removeMissing: true } });
    expect(rows.map(({ kind, change, name, fields }) => [kind, change, name, fields])).toEqual([
      ['device', 'changed', 'acme / Lyon / edge', [{ name: 'site', before: 'Paris', after: 'Lyon' }]],
      [
        'interface',
        'changed',
        'acme / Lyon / edge / Gi0/0',
        [{ name: 'alias', before: null, after: 'Uplink' }],
      ],
      ['interface', 'added', 'acme / Lyon / edge / Gi0/2', []],
    ]);
    // What the file does not name goes: an interface of the device, and the site that it has left.
    expect(removed.map(({ row: { id } }) => id).toSorted((one, other) => one - other)).toEqual([10, 31]);
    expect(counts).toMatchObject({ changed: 2, added: 1, removed: 2 });
  });

  it('is written under its ids, and goes back by the same rows', () => {
    const plan = planned([...moved, 'acme;Paris;;;;;;;;;']);
    const update = [...plannedRows(plan)].find(
      (one) => one.table === 'network_element' && one.write === 'update',
    );
    const row = { id: 20, customer_id: 1, kind: 'device', name: 'edge' };
    expect(update).toMatchObject({ rows: [{ ...row, parent_id: 11 }], before: [{ ...row, parent_id: 10 }] });
  });

  it.each([
    ['another address', ['acme;Lyon;;;edge;192.0.2.9;;;;;']],
    ['no address', ['acme;Lyon;;;edge;;;;;;']],
    ['the file also at its site', ['acme;Lyon;;;edge;192.0.2.1;;;;;', 'acme;Paris;;;edge;;;;;;']],
    ['two new places', ['acme;Lyon;;;edge;192.0.2.1;;;;;', 'acme;Nice;43.7;7.2;edge;192.0.2.1;;;;;']],
  ])('is another device with %s', (_, lines) => {
    const { rows } = planned(lines);
    expect(rows.flatMap(({ fields }) => fields.map(({ name }) => name))).not.toContain('site');
  });

  it('is not taken from a site that the user does not see', () => {
    const reach = { customers: [1], allCustomers: false, mayChangeCustomers: false };
    const { rows } = planned(moved.slice(0, 1), { reach: { ...reach, sites: [[1, [11]]] } });
    expect(rows.map(({ change }) => change)).not.toContain('changed');
  });
});
