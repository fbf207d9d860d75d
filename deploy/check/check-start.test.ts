import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startArguments } from '../arguments.ts';
import { checkStart, strangeNames } from './check-start.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-check-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const noPorts = { PORT: '0', NETFLOW_PORT: '0', IPFIX_PORT: '0', SFLOW_PORT: '0', NATS_PORT: '0' };
const check = async (env: Readonly<Record<string, string>>, args: readonly string[] = ['--no-demo']) => {
  const { faults } = await checkStart(
    startArguments(args),
    { TELLTALE_DATA: folder, ...noPorts, ...env },
    false,
  );
  return faults;
};

const namesOf = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.split(':')[0] ?? '').toSorted();

describe('before anything starts', () => {
  it('an environment without faults gives the configuration', async () => {
    const expected = startArguments([]);
    const { faults, config } = await checkStart(expected, { TELLTALE_DATA: folder, ...noPorts }, false);
    expect(faults).toEqual([]);
    expect(config).toMatchObject({ TELLTALE_DATA: folder, PORT: 0 });
  });

  it('every invalid variable of every process is named at once, with what is allowed, and without its secrets', async () => {
    const faults = await check({
      DATABASE_URL: 'mysql://user:hidden@db',
      NETFLOW_PORT: 'seventy',
      WRITER_INSERTS: '0',
      FLOW_LATENESS_SECONDS: '5',
      NOTIFICATION_SINGLES: 'x',
      MODULES: 'alerting,alrting',
      SFLOW_TUNNELS: 'both',
      POLL_RETRIES: '11',
      DISCOVERY_RUNS: '51',
      SDWAN_NAME: 'a b',
      STORE_ACCOUNTS_KEY: 'too short',
      SNMP_ALLOWED_NETWORKS: '10.0.0.0/33',
      PUBLIC_URL: 'noc.example.net',
      RETENTION_RAW_DAYS: '-1',
    });
    expect(namesOf(faults)).toEqual([
      'DATABASE_URL',
      'DISCOVERY_RUNS',
      'FLOW_LATENESS_SECONDS',
      'MODULES',
      'NETFLOW_PORT',
      'NOTIFICATION_SINGLES',
      'POLL_RETRIES',
      'PUBLIC_URL',
      'RETENTION_RAW_DAYS',
      'SDWAN_NAME',
      'SFLOW_TUNNELS',
      'SNMP_ALLOWED_NETWORKS',
      'STORE_ACCOUNTS_KEY',
      'WRITER_INSERTS',
    ]);
    expect(faults).toContain('POLL_RETRIES: expected a number from 0 to 10, got "11"');
    expect(faults).toContain('SFLOW_TUNNELS: expected one of outer, inner, got "both"');
    expect(faults.join()).not.toMatch(/hidden|too short/);
  });

  it('files, folders and keys that a variable names must exist', async () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, '');
    const missing = join(folder, 'missing');
    const faults = await check({
      BREACHED_PASSWORDS: missing,
      IMPORT_FOLDER: missing,
      LICENSE_CA: empty,
      TELLTALE_DATA: join(empty, 'data'),
      NODE_EXTRA_CA_CERTS: missing,
      DATABASE_URL: `postgres://db.example/telltale?sslmode=verify-full&sslrootcert=${missing}`,
    });
    expect(namesOf(faults)).toEqual([
      'BREACHED_PASSWORDS',
      'DATABASE_URL',
      'IMPORT_FOLDER',
      'LICENSE_CA',
      'NODE_EXTRA_CA_CERTS',
      'TELLTALE_DATA',
    ]);
  });

  it('a text of the installation with an unknown key is named with its file, and nothing starts', async () => {
    const texts = join(folder, 'texts');
    mkdirSync(texts);
    writeFileSync(
      join(texts, 'fr.json'),
      JSON.stringify({ silence: { titel: 'Silences', title: '{{who}}' } }),
    );
    expect(await check({ TEXTS_FOLDER: texts })).toEqual([
      [
        'TEXTS_FOLDER: The translation overrides could not be loaded.',
        'fr.json, silence.titel: expected the key of a text',
        'fr.json, silence.title: expected no placeholder, got {{who}}',
      ].join('\n  '),
    ]);
  });

  it('two variables cannot name one port', async () => {
    expect(
      await check({ NATS_PORT: '18080', PORT: '18080', SFLOW_PORT: '12055', IPFIX_PORT: '12055' }),
    ).toEqual([
      'NATS_PORT: expected another port than that of PORT, got 18080',
      'SFLOW_PORT: expected another port than that of IPFIX_PORT, got 12055',
    ]);
  });

  it('the faults of the network file stand next to those of the environment', async () => {
    const file = join(folder, 'network.yaml');
    writeFileSync(file, 'customers: 12\n');
    const faults = await check({ PARTITIONS: '0' }, ['--no-demo', '--network', file]);
    expect(faults[0]).toBe('PARTITIONS: expected a number from 1 to 64, got "0"');
    expect(faults.slice(1).every((line) => line.startsWith(`${file}: `))).toBe(true);
    expect(faults.length).toBeGreaterThan(1);
  });

  it('a network file that does not exist is named', async () => {
    const [line] = await check({}, ['--no-demo', '--network', join(folder, 'nowhere.yaml')]);
    expect(line).toContain(`--network ${join(folder, 'nowhere.yaml')}`);
  });
});

describe('a variable that is not known', () => {
  it.for([
    ['PULIC_URL', 'PUBLIC_URL'],
    ['POLL_TIMEOUT_MSS', 'POLL_TIMEOUT_MS'],
    ['NETFOLW_PORT', 'NETFLOW_PORT'],
    ['DATABSE_URL', 'DATABASE_URL'],
  ] as const)('%s is taken for %s', ([name, meant]) => {
    expect(strangeNames({ [name]: 'x' })).toEqual([`${name} is not known: ${meant} is meant?`]);
  });

  it('of the system is left alone', () => {
    const usual = ['PATH', 'HOME', 'USER', 'LANG', 'SHELL', 'PWD', 'LOGNAME', 'HOSTNAME', 'TERM', 'MAIL'];
    const node = ['NODE_ENV', 'NODE_OPTIONS', 'npm_config_user_agent', 'XDG_DATA_HOME', 'SHLVL', 'OLDPWD'];
    expect(strangeNames(Object.fromEntries([...usual, ...node].map((name) => [name, 'x'])))).toEqual([]);
  });

  it('is not taken for one that is set', () => {
    expect(strangeNames({ PORTS: '1', PORT: '8080' })).toEqual([]);
  });
});
