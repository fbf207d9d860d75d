import { describe, expect, it } from 'vitest';
import { faultMessage } from '#schemas/inventory/network-file-fault.ts';
import { readNetworkSource } from './import-source.ts';

const faultsOf = (text: string): readonly string[] => {
  const source = readNetworkSource(text);
  return source.ok
    ? []
    : source.faults.map(
        (fault) => `${String(fault.line)}:${String(fault.column)} ${fault.path} ${faultMessage(fault, 'en')}`,
      );
};

const small = `customers:
  - clientId: acme
    name: Acme
    sites:
      - name: Paris
        latitude: 48.8566
        longitude: 2.3522
`;

describe('a network file', () => {
  it('is read with its defaults', () => {
    const source = readNetworkSource(small);
    expect(source.ok && source.value.customers[0]).toMatchObject({ profile: 'Standard', recipientId: 1 });
  });

  it('may be JSON', () => {
    expect(readNetworkSource('{"customers": [{"clientId": "acme", "name": "Acme"}]}').ok).toBe(true);
  });

  it('has cockpits and alarms within the limits of their forms', () => {
    const cockpit = (name: string, description: string, label: string) =>
      `cockpits: [{ name: ${name}, description: ${description}, alarms: [{ label: ${label}, kpi: itf_in_util, threshold: 1, severity: minor }] }]\n`;
    expect(faultsOf(small + cockpit('Lines', '"All of them"', 'Saturated'))).toEqual([]);
    const long = 'x'.repeat(121);
    expect(faultsOf(small + cockpit(long, '"one\\ntwo"', long)).map((fault) => fault.split(' ')[1])).toEqual([
      'cockpits[0].name',
      'cockpits[0].description',
      'cockpits[0].alarms[0].label',
    ]);
  });

  it('has names without control characters, as they are written on the pages', () => {
    const named = (name: string) =>
      `customers: [{ clientId: acme, name: ${name}, profile: ${name}, sites: [{ name: ${name}, city: ${name}, latitude: 1, longitude: 2, devices: [{ name: ${name}, address: 192.0.2.1 }] }] }]\n`;
    expect(faultsOf(named('"Acme  1"'))).toEqual([]);
    expect(faultsOf(named('"Acme\\u0007"')).map((fault) => fault.split(' ')[1])).toEqual([
      'customers[0].name',
      'customers[0].profile',
      'customers[0].sites[0].name',
      'customers[0].sites[0].city',
      'customers[0].sites[0].devices[0].name',
    ]);
  });

  it('repeats no name of a site, device or cockpit, regardless of case', () => {
    const place = 'latitude: 1, longitude: 2';
    const device = (name: string, last: number) =>
      `{ name: ${name}, address: 192.0.2.${String(last)}, interfaces: [{ name: eth0 }, { name: Eth0 }] }`;
    const text = `customers:
  - clientId: acme
    name: Acme
    sites:
      - { name: Évry, ${place}, devices: [${device('edge', 1)}] }
      - { name: ÉVRY, ${place}, devices: [${device('core', 2)}, ${device('Core', 3)}] }
cockpits: [{ name: Lines }, { name: lines }]
`;
    expect(faultsOf(text).map((fault) => fault.replace(/^(\d+):\d+ /, '$1 '))).toEqual([
      '6 customers[0].sites[1].name “ÉVRY” is already used by customers[0].sites[0].name.',
      '6 customers[0].sites[1].devices[1].name “Core” is already used by customers[0].sites[1].devices[0].name.',
      '7 cockpits[1].name “lines” is already used by cockpits[0].name.',
    ]);
  });

  it('gives an address to one device of a customer, however it is written, and names both lines', () => {
    const device = (name: string, address: string) =>
      `          - { name: ${name}, address: "${address}" }\n`;
    const site = (name: string) =>
      `      - name: ${name}\n        latitude: 1\n        longitude: 2\n        devices:\n`;
    const customer = (id: string) => `  - clientId: ${id}\n    name: ${id}\n    sites:\n`;
    const text = `customers:\n${customer('acme')}${site('Paris')}${device('edge', '2001:db8::1')}${site('Lyon')}${device('core', '2001:0DB8:0::1')}${customer('globex')}${site('Paris')}${device('edge', '2001:db8::1')}`;
    expect(faultsOf(text).map((fault) => fault.replace(/^(\d+):\d+ /, '$1 '))).toEqual([
      '14 customers[0].sites[1].devices[0].address Line 9 gives the address 2001:db8::1 to the device “edge”. Each device of a customer has its own address: correct one of the two lines.',
    ]);
  });

  it('reports all its faults at once, with line, column and path', () => {
    const text = `customers:
  - clientId: acme
    name: Acme
    colour: blue
    sites:
      - name: Paris
        latitude: 148.8
        longitude: 2.3522
        networks: [10.1.0.0/16, 10.1.0.0/33]
        devices:
          - name: edge
            address: 300.1.1.1
            snmp: { version: v4, community: public }
            exporters: [192.0.2.1]
      - name: Paris
        longitude: 2
        devices:
          - { name: edge, address: 192.0.2.9, exporters: ['::ffff:192.0.2.1'] }
  - clientId: acme
    name: 12
`;
    expect(faultsOf(text)).toEqual([
      '4:5 customers[0].colour Unknown key “colour”.',
      '7:19 customers[0].sites[0].latitude Enter at most 90.',
      '9:33 customers[0].sites[0].networks[1] Enter a prefix such as 10.1.0.0/16.',
      '12:22 customers[0].sites[0].devices[0].address “300.1.1.1” is not an IP address.',
      '13:30 customers[0].sites[0].devices[0].snmp.version Use one of: v1, v2c, v3.',
      '15:9 customers[0].sites[1].latitude This field is required',
      '15:15 customers[0].sites[1].name “Paris” is already used by customers[0].sites[0].name.',
      '18:59 customers[0].sites[1].devices[0].exporters[0] The exporter 192.0.2.1 already belongs to customers[0].sites[0].devices[0].exporters[0].',
      '19:15 customers[1].clientId “acme” is already used by customers[0].clientId.',
      '20:11 customers[1].name Expected a value of type string.',
    ]);
  });

  it('reports the position of a YAML syntax error', () => {
    expect(faultsOf('customers:\n  - clientId: "acme\n    name: b: c\n')[0]).toMatch(/^\d+:\d+ {2}/);
    expect(faultsOf('customers:\n  - clientId: acme\n    clientId: acme\n    name: A\n')[0]).toMatch(
      /^3:5 .*unique/,
    );
  });

  it('is rejected when it is empty or not a mapping', () => {
    expect(faultsOf('')).toHaveLength(1);
    expect(faultsOf('- a\n- b\n')).toHaveLength(1);
  });

  it('repeats no key, which is reported where it comes again', () => {
    const result = readNetworkSource('customers: []\ncockpits: []\ncustomers: []\n');
    expect(result.ok ? [] : result.faults).toEqual([
      expect.objectContaining({ line: 3, column: 1, code: 'NETWORK_FILE_SYNTAX' }),
    ]);
  });

  it('with tens of thousands of wrong keys is read in time that grows with their number, each with its line', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `key${String(at)}: 1\n`).join('');
    const start = process.threadCpuUsage();
    const result = readNetworkSource(text);
    const { user, system } = process.threadCpuUsage(start);
    expect(result.ok ? [] : result.faults.slice(-1)).toEqual([
      expect.objectContaining({ path: 'key19999', line: 20_000, column: 1, code: 'NETWORK_KEY_UNKNOWN' }),
    ]);
    // Half a minute when each key is compared with all others.
    expect((user + system) / 1e6).toBeLessThan(8);
  });

  it('cannot grow without bound through aliases', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
      .concat(
        ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
          (name, i) =>
            `${name}: &${name} [${Array(9)
              .fill(`*${'abcdefg'.charAt(i)}`)
              .join(',')}]`,
        ),
      )
      .join('\n');
    expect(faultsOf(bomb)[0]).toMatch(/alias/i);
  });
});

describe('the alarms of a network file', () => {
  it('are rejected when they could never raise, or are listed twice', () => {
    const alarm = 'label: Loss, kpi: itf_in_err, threshold: 1, severity: major';
    const text = `${small}cockpits:
  - name: Access
    alarms:
      - { ${alarm}, outliers: 3, measures: 2 }
      - { ${alarm} }
      - { ${alarm}, operator: '>' }
      - { label: A, kpi: nothing, threshold: 1, severity: major }
`;
    expect(faultsOf(text).map((fault) => fault.split(' ')[1])).toEqual([
      'cockpits[0].alarms[0].outliers',
      'cockpits[0].alarms[2]',
      'cockpits[0].alarms[3].kpi',
    ]);
  });
});
