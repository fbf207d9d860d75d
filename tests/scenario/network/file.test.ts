import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readNetworkSource } from '#server/features/inventory/import/import-source.ts';
import { start } from '../../fixtures/process/start-process.ts';

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
    const rejected = start(['--network', path, '--no-demo'], { TELLTALE_DATA: join(folder, 'data') });
    expect(await rejected.ended).toBe(1);
    expect(rejected.lines).toEqual([
      `${path}: line 6, column 19: customers[0].sites[0].latitude: Enter at most 90.`,
      `${path}: line 9, column 36: customers[0].sites[0].devices[0].address: “10.0.0.256” is not an IP address.`,
    ]);
  });

  it('reports a missing file', async () => {
    const rejected = start(['--network', join(folder, 'none.yaml')], { TELLTALE_DATA: join(folder, 'data') });
    expect(await rejected.ended).toBe(1);
    expect(rejected.lines).toEqual([expect.stringMatching(/none\.yaml: ENOENT/)]);
  });
});

describe('the example of the documentation', () => {
  it('is a network file', () => {
    const text = readFileSync(new URL('../../../docs/network.example.yaml', import.meta.url), 'utf8');
    expect(readNetworkSource(text)).toMatchObject({ ok: true });
  });
});
