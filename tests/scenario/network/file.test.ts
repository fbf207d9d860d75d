import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadInventory } from '#platform/inventory/load.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { readNetworkSource } from '#server/features/inventory/import/import-source.ts';
import { CONFIGURATION_STATUS } from '#platform/env/config.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack } from '#tests/store/stack.ts';
import { networkWarnings, readNetworkFile } from '../../../deploy/preparation.ts';
import { freePorts, start } from '../../fixtures/process/start-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'telltale-network-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('npm start --network', () => {
  it('reports every fault of the file with line, column and path, and starts nothing', async () => {
    const path = join(folder, 'faulty.yaml');
    writeFileSync(
      path,
      [
        'customers:',
        '  - clientId: acme',
        '    name: Acme',
        '    sites:',
        '      - name: Paris',
        '        latitude: 91',
        '        longitude: 2.35',
        '        devices:',
        '          - { name: edge, address: 10.0.0.256 }',
      ].join('\n'),
    );
    const env = { ...(await freePorts()), TELLTALE_DATA: join(folder, 'data') };
    const rejected = start(['--network', path, '--no-demo'], env);
    expect(await rejected.ended).toBe(CONFIGURATION_STATUS);
    expect(rejected.lines).toEqual([
      `${path}: line 6, column 19: customers[0].sites[0].latitude: Enter at most 90.`,
      `${path}: line 9, column 36: customers[0].sites[0].devices[0].address: “10.0.0.256” is not an IP address.`,
    ]);
  });

  it('stops at an address that a stored device retains, naming line, path and device, and changes nothing', async () => {
    const stack = await openStack();
    try {
      const network = (...devices: readonly string[]): string =>
        [
          'customers:',
          '  - clientId: acme',
          '    name: Acme',
          '    sites:',
          '      - name: Paris',
          '        latitude: 48.85',
          '        longitude: 2.35',
          '        devices:',
          ...devices.map((device) => `          - { name: ${device} }`),
        ].join('\n');
      const stored = NetworkFile.parse(
        parse(network('edge-1, address: 192.0.2.1', 'edge-2, address: 192.0.2.2')),
      );
      await importNetwork({ db: stack.db, secrets: testSecrets }, stored);
      const path = join(folder, 'taken.yaml');
      writeFileSync(path, network('edge-2, address: 192.0.2.1'));
      const env = { ...(await freePorts()), ...stack.env, TELLTALE_DATA: join(folder, 'taken') };
      const rejected = start(['--network', path, '--no-demo'], env);
      expect(await rejected.ended).toBe(1);
      expect(rejected.lines).toEqual([
        `${path}: line 9, column 38: customers[0].sites[0].devices[0].address: The address 192.0.2.1 belongs to the device “edge-1” at site “Paris” of customer “acme”. Correct the address. If both are the same device, use only one of the two names; if “edge-1” no longer exists, delete it first.`,
      ]);
      const { devices } = await loadInventory(stack.db);
      expect([...devices.values()].map(({ name }) => name)).toEqual(['edge-1', 'edge-2']);
    } finally {
      await stack.close();
    }
  });

  it('reports a missing file', async () => {
    const env = { ...(await freePorts()), TELLTALE_DATA: join(folder, 'data') };
    const rejected = start(['--network', join(folder, 'none.yaml')], env);
    expect(await rejected.ended).toBe(CONFIGURATION_STATUS);
    expect(rejected.lines).toEqual([expect.stringMatching(/none\.yaml: ENOENT/)]);
  });
});

describe('npm start with an invalid environment', () => {
  it('names every variable of every process at once, and starts nothing', async () => {
    const data = join(folder, 'not-made');
    const rejected = start(['--no-demo'], {
      ...(await freePorts()),
      TELLTALE_DATA: data,
      WRITER_INSERTS: '0',
      MODULES: 'alrting',
      POLL_RETRIES: 'many',
      PULIC_URL: 'https://noc.example',
    });
    expect(await rejected.ended).toBe(CONFIGURATION_STATUS);
    expect(rejected.lines).toEqual([
      'PULIC_URL is not known: PUBLIC_URL is meant?',
      'WRITER_INSERTS: expected a number from 1 to 64, got "0"',
      'POLL_RETRIES: expected a number from 0 to 10, got "many"',
      expect.stringMatching(/^MODULES: expected names from default, .*, got "alrting"$/),
    ]);
    expect(existsSync(data)).toBe(false);
  });
});

describe('the example of the documentation', () => {
  const path = fileURLToPath(new URL('../../../docs/network.example.yaml', import.meta.url));

  it('is a network file', () => {
    expect(readNetworkSource(readFileSync(path, 'utf8'))).toMatchObject({ ok: true });
  });

  it('says at the start, by its line, which address is not polled, unless it is allowed', () => {
    const network = { path: 'my-network.yaml', source: readNetworkFile(path) };
    expect(networkWarnings(network, [])).toEqual([
      'my-network.yaml: line 36, column 22: customers[0].sites[1].devices[0].address: 127.0.0.1 is a loopback address; allow it with SNMP_ALLOWED_NETWORKS=127.0.0.0/8',
    ]);
    expect(networkWarnings(network, ['127.0.0.1'])).toEqual([]);
  });
});
