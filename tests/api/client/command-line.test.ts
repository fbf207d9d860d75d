import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { listSchedulings } from '#schemas/scheduling/routes.ts';
import { emptyReport } from '#schemas/report/document.ts';
import { runCommand } from '../../../deploy/client/run-command.ts';
import { TelltaleClient } from '../../../deploy/client/telltale-client.ts';
import { eventsOfText, insertEvents } from '#tests/fixtures/engine/event-text.ts';
import {
  aScheduling,
  createdScheduling,
  renderAll,
  schedulingPath,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { post, someone, uniqueName, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'telltale-client-'));
const configuration = join(folder, 'configuration', 'access.json');
const permissions = [
  ...(['API.read', 'HOME.read', 'ALERT.read', 'DASHBOARD.read', 'DASHBOARD.write'] as const),
  ...(['REPORT.read', 'REPORT.write', 'SCHEDULING.read', 'SCHEDULING.write'] as const),
];
let server: ServerUnderTest;
let who: SignedInUser;
let url: string;
let token: string;
let customer: number;

const tokenFor = async (of: readonly string[]): Promise<string> =>
  (
    await post<{ token: string }>(who.page, '/token', {
      name: uniqueName('token'),
      permissions: of,
      customers: [customer],
      days: 30,
    })
  ).token;

beforeAll(async () => {
  // What a command waits for is in real time.
  server = await openServer({ startsAt: systemClock.now().getTime() });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${String((server.app.server.address() as AddressInfo).port)}`;
  who = await someone(server, [...permissions], ['acme', 'globex']);
  customer = server.customers.get('acme')!;
  token = await tokenFor(permissions);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Runs a command; returns what it prints. `until` ends it. */
async function run(
  args: readonly string[],
  {
    env = {},
    input = '',
    until = () => false,
    noted = () => undefined,
  }: {
    readonly noted?: () => void;
    readonly env?: Record<string, string>;
    readonly input?: string;
    readonly until?: (out: string) => boolean;
  } = {},
) {
  const ending = new AbortController();
  const printed: { out: string; notes: string[] } = { out: '', notes: [] };
  const code = await runCommand(args, {
    env: { TELLTALE_CONFIG: configuration, ...env },
    clock: systemClock,
    signal: ending.signal,
    out(part) {
      printed.out += typeof part === 'string' ? part : Buffer.from(part).toString('utf8');
      if (until(printed.out)) ending.abort();
    },
    note(line) {
      printed.notes.push(line);
      noted();
    },
    readInput: () => Promise.resolve(input),
  });
  return { code, out: printed.out, notes: printed.notes.join('\n') };
}
const withToken = (more: string = token) => ({ env: { TELLTALE_URL: url, TELLTALE_TOKEN: more } });
const write = (name: string, content: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

describe('signing in', () => {
  it('needs a token, which is stored for this user alone', async () => {
    expect(await run(['customers'])).toMatchObject({ code: 3, out: '' });
    expect(await run(['login', url], { input: 'telltale_wrong\n' })).toMatchObject({ code: 3 });
    const login = await run(['login', url], { input: `${token}\n` });
    expect([login.code, login.out]).toEqual([0, `signed in at ${url}\n`]);
    expect(login.out + login.notes).not.toContain(token);
    expect(statSync(configuration).mode & 0o777).toBe(0o600);
    const { code, out } = await run(['customers', '--json']);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      [expect.objectContaining({ id: customer, clientId: 'acme' })],
    ]);
  });

  it('rejects a file that others may read, a server without https, and a token of another server', async () => {
    const open = write('open.json', { url, token });
    expect(await run(['customers'], { env: { TELLTALE_CONFIG: open } })).toMatchObject({
      code: 2,
      notes: expect.stringContaining('chmod 600') as unknown,
    });
    const plain = await run(['customers'], {
      env: { TELLTALE_URL: 'http://telltale.example', TELLTALE_TOKEN: token },
    });
    expect([plain.code, plain.notes]).toEqual([2, expect.stringContaining('https is needed')]);
    const other = await run(['customers'], { env: { TELLTALE_URL: 'https://telltale.example' } });
    expect([other.code, other.notes]).toEqual([3, expect.stringContaining('the stored token is that of')]);
  });

  it('ends with logout', async () => {
    expect((await run(['logout'])).code).toBe(0);
    expect((await run(['customers'])).code).toBe(3);
  });
});

describe('a command', () => {
  it.each([
    [[], 2, 'a command is needed'],
    [['fly'], 2, 'fly is no command'],
    [['list'], 2, 'telltale list THING'],
    [['list', 'nothing'], 2, 'there is nothing at'],
    [['list', 'report', '--customer', 'unknown'], 4, 'no customer is called unknown'],
    [['get', 'report', '4000000', '--customer', 'acme'], 4, ''],
    [['list', 'report', '--customer'], 2, '--customer needs a value'],
    [['tail', 'alarms', '--colour', 'red'], 2, 'this command has no --colour'],
    [['call', 'readThings'], 2, 'no call is called readThings'],
    [['call', 'listSchedulings', '--customerId', 'x'], 2, 'path.customerId:'],
    [['call', 'listSchedulings', '--customerId', '1', '--deep', '1'], 2, 'this call takes no query'],
    [['report', '1'], 2, '--customer is needed'],
    [['report', '1', '--customer', 'acme', '--format', 'doc'], 2, '--format:'],
    [['apply', '/nowhere.json'], 2, 'ENOENT'],
  ])('%j ends with %i: %s', async (args, code, reason) => {
    const ended = await run(args, withToken());
    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.notes).toContain(reason);
  });

  it('says that the token may not, and that the server is not there', async () => {
    const small = await tokenFor(['ALERT.read']);
    const rejected = await run(['list', 'scheduling', '--customer', String(customer)], withToken(small));
    expect([rejected.code, rejected.notes]).toEqual([3, expect.stringContaining('SCHEDULING.read')]);
    const away = { env: { TELLTALE_URL: 'http://127.0.0.1:9', TELLTALE_TOKEN: token } };
    expect(await run(['customers'], away)).toMatchObject({ code: 5, out: '' });
  });

  it('has help with every command and exit code', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const name of ['login', 'list', 'get', 'apply', 'report', 'tail', 'call'])
      expect(out).toContain(`  ${name} `);
    expect(out).toContain('Exit codes');
  });
});

describe('the interface', () => {
  it('is listed and called by the names of its contracts', async () => {
    const found = await run(['calls', 'scheduling', 'GET', '--json'], withToken());
    const names = (JSON.parse(found.out) as { name: string }[]).map(({ name }) => name);
    expect(names).toContain('listSchedulings');
    const body = write('schedule.json', aScheduling({ name: 'From the command line' }));
    const created = await run(
      ['call', 'createScheduling', '--customerId', String(customer), '--body', body],
      withToken(),
    );
    expect([created.code, JSON.parse(created.out)]).toEqual([
      0,
      expect.objectContaining({ name: 'From the command line' }),
    ]);
    const wrong = write('wrong.json', aScheduling({ recipients: ['unknown'] }));
    const refused = await run(
      ['call', 'createScheduling', '--customerId', String(customer), '--body', wrong],
      withToken(),
    );
    expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('body.recipients.0:')]);
  });

  it('lists and gets things of a customer, named by id, client id or name', async () => {
    for (const name of [String(customer), 'ACME']) {
      const { code, out } = await run(['list', 'scheduling', '--customer', name, '--json'], withToken());
      expect([code, (JSON.parse(out) as { schedulings: object[] }).schedulings.length]).toEqual([0, 1]);
    }
  });

  it('is typed for programs by the same contracts', async () => {
    const { id } = await createdScheduling(who.page, schedulingPath(customer), aScheduling());
    const client = new TelltaleClient({ url: `${url}/`, token });
    const { schedulings } = await client.call(listSchedulings, { params: { customerId: customer } });
    expect(schedulings.map((one) => one.id)).toContain(id);
  });
});

describe('documents as code', () => {
  const file = (changes: object = {}) => ({
    format: 'telltale-document',
    version: 1,
    kind: 'report',
    name: 'Applied',
    description: '',
    folder: '',
    document: emptyReport,
    ...changes,
  });
  const apply = async (...args: readonly string[]) =>
    (await run(['apply', ...args, '--customer', 'acme'], withToken())).out;

  it('are created, left alone while they are the same, and updated', async () => {
    const path = write('report.json', file());
    expect(await apply(path, '--dry-run')).toBe('would be created: Applied\n');
    expect(await apply(path)).toBe('created: Applied\n');
    expect(await apply(path)).toBe('unchanged: Applied\n');
    const changed = write('report.json', file({ description: 'For the board' }));
    expect(await apply(changed, '--dry-run')).toBe('would be updated: Applied\n');
    expect(await apply(changed)).toBe('updated: Applied\n');
    const { out } = await run(['list', 'report', '--customer', 'acme', '--json'], withToken());
    const listed = (JSON.parse(out) as { documents: { id: number; name: string; version: number }[] })
      .documents;
    expect(listed.filter(({ name }) => name === 'Applied')).toMatchObject([{ version: 2 }]);
    const id = String(listed.find(({ name }) => name === 'Applied')!.id);
    const exported = await run(['export', 'report', id, '--customer', 'acme'], withToken());
    writeFileSync(join(folder, 'exported.json'), exported.out);
    expect(await apply(join(folder, 'exported.json'))).toBe('unchanged: Applied\n');
  });

  it('that are not valid name the place', async () => {
    const path = write('broken.json', file({ document: { ...emptyReport, format: 'A9' } }));
    const ended = await run(['apply', path, '--customer', 'acme'], withToken());
    expect([ended.code, ended.notes]).toEqual([2, expect.stringContaining('broken.json: document.format:')]);
  });
});

describe('a report', () => {
  it('is rendered and saved', async () => {
    const { out } = await run(['list', 'report', '--customer', 'acme', '--json'], withToken());
    const [first] = (JSON.parse(out) as { documents: { id: number }[] }).documents;
    const output = join(folder, 'saved.csv');
    const args = ['report', String(first!.id), '--customer', 'acme', '--format', 'csv', '--output', output];
    const running = run(args, withToken());
    let claimed = 0;
    await expect.poll(async () => (claimed += (await renderAll(server)).length)).toBe(1);
    expect(await running).toMatchObject({ code: 0, out: `${output}\n` });
    expect(readFileSync(output, 'utf8')).toBe('x'.repeat(1_000));
  });
});

describe('alarms', () => {
  it('are printed as they are raised, once each', async () => {
    const from = Math.floor(systemClock.now().getTime() / 60_000) * 60 - 600;
    const site = [...server.inventory().sites.values()].find((one) => one.customer === customer)!.id;
    const { id: alarm } = await server.stack.db
      .selectFrom('cockpit_alarm')
      .select('id')
      .where('visibility', '=', 'everyone')
      .executeTakeFirstOrThrow();
    const events = eventsOfText('+1 -5 +8', { customer, site, element: site, alarm, from });
    await insertEvents(server.stack.clickhouse, events.slice(0, 1));
    let following = (): void => undefined;
    const started = new Promise<void>((resolve) => (following = resolve));
    const tail = run(['tail', 'alarms', '--customer', 'acme', '--every', '1', '--json'], {
      ...withToken(),
      noted: following,
      until: (text) => text.split('\n').length > 2,
    });
    await started;
    await insertEvents(server.stack.clickhouse, events);
    const { code, out } = await tail;
    const lines = out.trim().split('\n');
    const edges = lines.map((line) => (JSON.parse(line) as { edge: string }).edge);
    expect([code, edges]).toEqual([130, ['clear', 'raise']]);
  });
});
