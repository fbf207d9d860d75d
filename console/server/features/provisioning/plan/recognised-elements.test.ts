import { describe, expect, it } from 'vitest';
import { recogniseColumns } from '#schemas/provisioning/import-columns.ts';
import type { ImportChoices } from '#schemas/provisioning/import-run.ts';
import { readCsv } from '../file/read-csv.ts';
import type { ImportScope } from './check-elements.ts';
import { differenceRow } from './difference-rows.ts';
import { parseLines, placeColumns } from './parse-lines.ts';
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
  snmp_credential_id: null,
  vendor: '',
  model: '',
};
const site = (id: number, name: string, latitude: number, longitude: number) => ({
  id,
  customer_id: 1,
  name,
  latitude,
  longitude,
  city: name,
  country: 'France',
  region: '',
  networks: [],
});
const device = (id: number, parent: number, name: string, address: string) => ({
  ...noAccess,
  id,
  customer_id: 1,
  parent_id: parent,
  name,
  address,
});
const port = (id: number, parent: number) => ({
  id,
  customer_id: 1,
  parent_id: parent,
  name: 'eth0',
  if_alias: '',
  bandwidth_in_bps: null,
  bandwidth_out_bps: null,
});

/** Lyon has r1 to r3, Nice has r4, Metz has nothing; each device one interface. */
const stored: StoredRows = {
  customer: [{ id: 1, client_id: 'acme', name: 'Acme', profile_id: 1, recipient_id: 1, time_zone: null }],
  site: [site(10, 'Lyon', 45.76, 4.83), site(11, 'Nice', 43.7, 7.27), site(12, 'Metz', 49.12, 6.18)],
  device: [
    ...[1, 2, 3].map((number) => device(20 + number, 10, `r${String(number)}`, `10.9.0.${String(number)}`)),
    device(24, 11, 'r4', '10.9.0.4'),
  ],
  interface: [21, 22, 23, 24].map((parent) => port(parent + 10, parent)),
  exporter: [],
  credential: [],
  profile: [{ id: 1, name: 'Standard', is_default: true }],
};
const everything: ImportScope = {
  mayChangeCustomers: true,
  mayNameCredentials: true,
  allCustomers: true,
  customers: [],
  sites: [],
};
const HEAD = 'customer;site;city;country;latitude;longitude;device;address;interface';
const [LYON, NICE] = ['acme;Lyon;Lyon;France;45.76;4.83', 'acme;Nice;Nice;France;43.7;7.27'];
const METZ = 'acme;Metz;Metz;France;49.12;6.18;;;';
const others = [`${NICE};r4;10.9.0.4;eth0`, METZ];

function planned(
  lines: readonly string[],
  options: Partial<ImportChoices> = {},
  reach: Partial<ImportScope> = {},
) {
  const sheet = readCsv(Buffer.from([HEAD, ...lines].join('\n')));
  const { columns } = placeColumns(sheet, recogniseColumns(sheet.heading.cells));
  const parsed = parseLines(sheet, columns);
  const plan = comparedPlan({
    lines: parsed,
    columns,
    rows: stored,
    reach: { ...everything, ...reach },
    options: { mode: 'lines', removeMissing: true, ...options },
  });
  return {
    plan,
    removed: plan.removed.map(elementPath),
    rows: plan.elements
      .map((one) => differenceRow(one, parsed, plan.names))
      .map(({ change, kind, name, fields }) => [
        change,
        kind,
        name,
        ...fields.map((field) => `${field.name}: ${field.before ?? ''} > ${field.after ?? ''}`),
      ]),
    faults: plan.faults.map(({ line, field, code }) => `${String(line)} ${field ?? '-'} ${code}`),
    params: plan.faults[0]?.params,
  };
}

const withR3 = (name: string, address = '10.9.0.3') => [
  `${LYON};r1;10.9.0.1;eth0`,
  `${LYON};r2;10.9.0.2;eth0`,
  `${LYON};${name};${address};eth0`,
  ...others,
];

describe('a device whose address the file gives to another name', () => {
  it('is renamed where its former name is in no line, and keeps its interfaces', () => {
    for (const removeMissing of [true, false]) {
      const { rows, removed, faults, plan } = planned(withR3('r3-new'), { removeMissing });
      expect(rows).toEqual([['changed', 'device', 'acme / Lyon / r3-new', 'device: r3 > r3-new']]);
      expect([removed, faults]).toEqual([[], []]);
      expect([...plannedRows(plan)]).toEqual([
        {
          table: 'network_element',
          write: 'update',
          rows: [{ id: 23, customer_id: 1, kind: 'device', name: 'r3-new', parent_id: 10 }],
          before: [{ id: 23, customer_id: 1, kind: 'device', name: 'r3', parent_id: 10 }],
        },
      ]);
    }
  });

  it('is renamed and moved at once', () => {
    const { rows, removed } = planned([
      `${LYON};r1;10.9.0.1;eth0`,
      `${LYON};r2;10.9.0.2;eth0`,
      `${NICE};core;10.9.0.3;eth0`,
      ...others,
    ]);
    expect(rows).toEqual([
      ['changed', 'device', 'acme / Nice / core', 'device: r3 > core', 'site: Lyon > Nice'],
    ]);
    expect(removed).toEqual([]);
  });

  it('is not renamed while its former name is in a line: the address is taken', () => {
    const { faults, params, plan } = planned([...withR3('r3'), `${LYON};r5;10.9.0.3;`], {
      removeMissing: false,
    });
    expect(faults).toEqual(['7 address IMPORT_ADDRESS_REPEATED']);
    expect(params).toEqual({ address: '10.9.0.3', other: 4 });
    const other = planned([`${LYON};r3;;eth0`, `${LYON};r5;10.9.0.3;`], { removeMissing: false });
    expect(other.faults).toEqual(['3 address NETWORK_ADDRESS_TAKEN']);
    expect(other.params).toEqual({ address: '10.9.0.3', device: 'r3', site: 'Lyon', customer: 'acme' });
    expect(plan.counts.added).toBe(0);
  });

  it('that exists under another name already is rejected', () => {
    const { faults, params } = planned([`${LYON};r1;10.9.0.4;eth0`], { removeMissing: false });
    expect(faults).toEqual(['2 address NETWORK_ADDRESS_TAKEN']);
    expect(params).toEqual({ address: '10.9.0.4', device: 'r4', site: 'Nice', customer: 'acme' });
  });

  it('may exchange addresses with another one, or take that of one that the file removes', () => {
    const exchanged = planned([
      `${LYON};r1;10.9.0.2;eth0`,
      `${LYON};r2;10.9.0.1;eth0`,
      `${LYON};r3;10.9.0.3;eth0`,
      ...others,
    ]);
    expect([exchanged.faults, exchanged.rows.length]).toEqual([[], 2]);
    const taken = planned([`${LYON};r1;10.9.0.3;eth0`, `${LYON};r2;10.9.0.2;eth0`, ...others]);
    expect([taken.faults, taken.removed]).toEqual([[], ['acme / Lyon / r3', 'acme / Lyon / r3 / eth0']]);
  });

  it('keeps its name where the user does not see its site, which the fault does not name', () => {
    const reach = { customers: [1], allCustomers: false, mayChangeCustomers: false };
    const { faults, params } = planned(
      [`${LYON};r9;10.9.0.4;eth0`],
      { removeMissing: false },
      { ...reach, sites: [[1, [10]]] },
    );
    expect(faults).toEqual(['2 address NETWORK_ADDRESS_OF_OTHERS']);
    expect(params).toEqual({ address: '10.9.0.4' });
  });
});

describe('names that look equal', () => {
  it('are one element, the stored one', () => {
    const lines = ['Lyon\u00A0', ' Lyon', 'Ly\u006Fn'].map(
      (name, at) => `acme;${name};;;;;r${String(at + 1)};;eth0`,
    );
    const { rows, faults, plan } = planned(lines, { removeMissing: false });
    expect([rows, faults, plan.counts.unchanged]).toEqual([[], [], 8]);
  });

  it('are one new element', () => {
    const lines = ['Lyon Nord', 'Lyon\u00A0Nord', 'Lyon  Nord', 'Lyon\u202FNord'].map(
      (name, at) => `acme;${name};;;45;4;n${String(at)};10.8.0.${String(at + 1)};`,
    );
    const { rows } = planned(lines, { removeMissing: false });
    expect(rows.filter(([, kind]) => kind === 'site').map(([, , name]) => name)).toEqual([
      'acme / Lyon Nord',
    ]);
  });

  it('of one site are one line of it, the others are in error', () => {
    const lines = ['Évry Nord', 'E\u0301vry\u00A0Nord', 'Évry  Nord'].map((name) => `acme;${name};;;48;2;;;`);
    const { rows, faults } = planned(lines, { removeMissing: false });
    expect(rows.map(([change, , name]) => [change, name])).toEqual([['added', 'acme / Évry Nord']]);
    expect(faults).toEqual(['3 site IMPORT_LINE_REPEATED', '4 site IMPORT_LINE_REPEATED']);
  });
});

describe('a site that the file names otherwise', () => {
  const OTHER = 'acme;Lyon Centre;Lyon;France;45.761;4.829';
  const devices = (head: string) => [1, 2, 3].map((at) => `${head};r${String(at)};10.9.0.${String(at)};eth0`);

  it('is renamed with what is below it where its devices are all at the new one', () => {
    const { rows, removed, plan } = planned([...devices(OTHER), ...others]);
    expect(rows).toEqual([
      [
        'changed',
        'site',
        'acme / Lyon Centre',
        'site: Lyon > Lyon Centre',
        'latitude: 45.76 > 45.761',
        'longitude: 4.83 > 4.829',
      ],
    ]);
    expect(removed).toEqual([]);
    expect([...plannedRows(plan)][0]).toMatchObject({
      table: 'network_element',
      rows: [{ id: 10, name: 'Lyon Centre', parent_id: null }],
      before: [{ id: 10, name: 'Lyon', parent_id: null }],
    });
  });

  it('is renamed by some of its devices, and without a position', () => {
    const { rows, faults } = planned(['acme;Lyon Centre;;;;;r2;10.9.0.2;eth0'], { removeMissing: false });
    expect([rows, faults]).toEqual([
      [['changed', 'site', 'acme / Lyon Centre', 'site: Lyon > Lyon Centre']],
      [],
    ]);
  });

  it('is renamed together with a device of it', () => {
    const lines = devices(OTHER).map((line) => line.replace(';r3;', ';r3-new;'));
    const { rows, removed } = planned([...lines, ...others]);
    expect(rows.map(([change, kind, name, first]) => [change, kind, name, first])).toEqual([
      ['changed', 'site', 'acme / Lyon Centre', 'site: Lyon > Lyon Centre'],
      ['changed', 'device', 'acme / Lyon Centre / r3-new', 'device: r3 > r3-new'],
    ]);
    expect(removed).toEqual([]);
  });

  it.each([
    ['at another place', devices('acme;Brest;Brest;France;48.39;-4.49')],
    ['with its devices at two sites', [...devices(OTHER).slice(1), `${NICE};r1;10.9.0.1;eth0`]],
    ['beside the former one', [...devices(OTHER), `${LYON};;;`]],
  ])('is another site %s', (_what, lines) => {
    const { rows } = planned([...lines, ...others]);
    expect(rows.flatMap(([change, kind]) => (kind === 'site' ? [change] : []))).toEqual(['added']);
  });
});
