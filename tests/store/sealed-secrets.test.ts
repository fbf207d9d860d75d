import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemIds } from '#platform/id/id.ts';
import { resealStored, sealStored, SecretsKeyError } from '#platform/secret/seal-stored.ts';
import { secretBox, type SecretBox } from '#platform/secret/secret-box.ts';
import { sealedPlaces } from '#platform/secret/sealed-places.ts';
import { SERVICE_SECRET } from '#schemas/settings/webhook/service/service.ts';
import { TEST_KEY, testSecrets } from '../fixtures/secrets.ts';
import { openStack, type Stack } from './stack.ts';

let stack: Stack;

const communities = ['public', '', 'v1.looks-sealed', 'élan'];
const request = {
  site: 1,
  ranges: ['10.0.0.0/30'],
  credentials: [
    { version: 'v2c', community: 'of a run', port: 161 },
    { version: 'v3', user: 'noc', auth: { protocol: 'SHA', password: 'run authentic' }, port: 161 },
  ],
};
const smtp = { host: 'mail', port: 25, login: 'noc', password: 'of mail', tls: 'none', advanced: '' };

/** As the previous version stored them: in plain text. */
async function fill({ db }: Stack): Promise<void> {
  const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;
  await sql`INSERT INTO customer_profile (name) VALUES ('all')`.execute(db);
  await sql`INSERT INTO customer (client_id, name, profile_id) SELECT 'a', 'A', max(id) FROM customer_profile`.execute(
    db,
  );
  await sql`INSERT INTO network_element (customer_id, kind, name) SELECT id, 'site', 'S' FROM customer`.execute(
    db,
  );
  await sql`INSERT INTO site (id, latitude, longitude) SELECT id, 0, 0 FROM network_element`.execute(db);
  for (const [at, community] of communities.entries())
    await sql`WITH one AS (INSERT INTO network_element (customer_id, kind, parent_id, name)
        SELECT customer_id, 'device', id, ${`d${String(at)}`} FROM network_element WHERE kind = 'site' RETURNING id)
      INSERT INTO device (id, address, snmp_version, snmp_community, snmp_auth_password)
      SELECT id, '10.0.0.1', 'v2c', ${community}, ${at === 0 ? 'authentic' : null} FROM one`.execute(db);
  await sql`INSERT INTO trap_receiver (name, enabled, host, port, inform, version, community, priv_password)
    VALUES ('noc', true, 'h', 162, false, 'v2c', 'of traps', 'private too')`.execute(db);
  await sql`INSERT INTO webhook (name, enabled, url, headers, payload_kind, template, trigger, allow_insecure)
    VALUES ('w', true, 'https://h', ${json([{ name: 'Authorization', value: 'Bearer 1' }])}, 'json', '{}', 'both', false)`.execute(
    db,
  );
  await sql`INSERT INTO webhook (name, enabled, url, headers, payload_kind, template, trigger, allow_insecure, service, secret)
    VALUES ('p', true, 'https://h', '[]', 'json', '', 'both', false, 'pagerduty', ${testSecrets.seal('of a service', SERVICE_SECRET)})`.execute(
    db,
  );
  await sql`INSERT INTO discovery_run (customer_id, site_id, request, progress, created_at, created_by)
    SELECT customer_id, id, ${json(request)}, '{}', now(), 'x' FROM network_element WHERE kind = 'site'`.execute(
    db,
  );
  await sql`INSERT INTO setting (name, value) VALUES ('smtp', ${json(smtp)})`.execute(db);
  const csrf = { key: testSecrets.seal('of forms', 'csrf key') };
  await sql`INSERT INTO setting (name, value) VALUES ('csrf-key', ${json(csrf)})`.execute(db);
  await sql`INSERT INTO role (label) VALUES ('r')`.execute(db);
  await sql`INSERT INTO account (username, role_id) SELECT 'u', max(id) FROM role`.execute(db);
  await sql`INSERT INTO second_factor (account_id, secret)
    SELECT id, ${testSecrets.seal('totp', 'second factor')} FROM account`.execute(db);
}

/** Every secret of the database, opened with `open`. */
async function secrets({ db }: Stack, open: (text: string, purpose: string) => string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, key, only, change } of sealedPlaces) {
    const { rows } = await sql<{ value: unknown }>`
      SELECT ${sql.ref(column)} AS value FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL
      AND ${only === undefined ? sql`true` : sql`${sql.ref(key)} = ${only}`}`.execute(db);
    for (const { value } of rows)
      change(value, (text, purpose) => {
        found.push(open(text, purpose));
        return text;
      });
  }
  return found.sort();
}

const asStored = (text: string): string => text;
const plain = [
  ...communities,
  'authentic',
  'of traps',
  'private too',
  'Bearer 1',
  'of a run',
  'run authentic',
  'of mail',
  'totp',
  'of forms',
  'of a service',
].sort();
const next: SecretBox = secretBox({ current: 'the next key', previous: [TEST_KEY] }, systemIds);

beforeAll(async () => {
  stack = await openStack({ seal: false });
  await fill(stack);
});
afterAll(() => stack.close());

describe('secrets that an older version stored in plain text', () => {
  it('stay unchanged when the sealing process is killed in between', async () => {
    const before = await secrets(stack, asStored);
    const child = fork(fileURLToPath(new URL('../fixtures/seal-and-hang.ts', import.meta.url)), [], {
      env: { ...process.env, ...stack.env },
      execArgv: ['--no-warnings'],
    });
    const exit = once(child, 'exit');
    expect(await once(child, 'message')).toEqual(['in the middle', undefined]);
    child.kill('SIGKILL');
    await exit;
    expect(await secrets(stack, asStored)).toEqual(before);
  });

  it('are not sealed with a key that cannot open the sealed ones', async () => {
    const other = secretBox({ current: 'a wrong key', previous: [] }, systemIds);
    await expect(sealStored(stack.db, other)).rejects.toThrow(SecretsKeyError);
    expect(await secrets(stack, asStored)).toContain('public');
  });

  it('are sealed by the first process that starts, without loss, once', async () => {
    await Promise.all([1, 2, 3].map(() => sealStored(stack.db, testSecrets)));
    expect(await secrets(stack, testSecrets.open)).toEqual(plain);
    for (const text of await secrets(stack, asStored)) expect(text).toMatch(/^v1\.[\w-]{38,}$/);
    const sealed = await secrets(stack, asStored);
    await sealStored(stack.db, testSecrets);
    expect(await secrets(stack, asStored)).toEqual(sealed);
  });
});

describe('the key of the secrets', () => {
  it('must be that of the database: a process with another key does not start', async () => {
    const other = secretBox({ current: 'a wrong key', previous: [] }, systemIds);
    await expect(sealStored(stack.db, other)).rejects.toThrow('SECRETS_KEY');
    const poller = promisify(execFile)(process.execPath, ['--no-warnings', 'ingest/snmp/main.ts'], {
      env: { ...process.env, ...stack.env, SECRETS_KEY: 'a wrong key', HEALTH_PORT: '0' },
    });
    const said = await poller.then(
      () => 'it ran',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    expect(said).toContain('is not the key of the secrets in this database');
  });

  it('may be changed: values sealed with the previous key are readable until the command reseals them', async () => {
    expect(await sealStored(stack.db, next)).toEqual({ isOfKeyBefore: true });
    expect(await secrets(stack, next.open)).toEqual(plain);
    const run = (env: Record<string, string>) =>
      promisify(execFile)(process.execPath, ['--no-warnings', 'deploy/reseal-secrets.ts'], {
        env: { ...process.env, ...stack.env, ...env },
      });
    const { stdout } = await run({ SECRETS_KEY: 'the next key', PREVIOUS_SECRETS_KEYS: TEST_KEY });
    expect(stdout).toContain('13 rows were resealed');
    const alone = secretBox({ current: 'the next key', previous: [] }, systemIds);
    expect(await secrets(stack, alone.open)).toEqual(plain);
    expect(await resealStored(stack.db, alone)).toBe(0);
    await expect(run({})).rejects.toMatchObject({
      stderr: expect.stringContaining('nothing was changed') as string,
    });
    expect(await secrets(stack, alone.open)).toEqual(plain);
  });
});
