import { chmodSync, chownSync, closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readRenderedFile } from '#platform/rendering/rendered-files.ts';
import { systemIds } from '#platform/id/id.ts';
import { PRINT_PAGE_CLASS, printAttributes } from '#schemas/report/print.ts';
import type { RunSummary } from '#schemas/scheduling/run.ts';
import type { ReportSchedule } from '#schemas/scheduling/scheduling.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { startDebianPostgres, type DebianPostgres } from '#tests/debian-postgres.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import { renderingOf } from '#tests/fixtures/report/rendering-under-test.ts';
import {
  addReport,
  aScheduling,
  attached,
  createdScheduling,
  listedRuns,
  schedulingPath,
  setEmail,
  useMailServer,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { someone, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { makeSmallDisk, type SmallDisk } from './support/small-disk.ts';

const START = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 8 * HOUR_MS - 2 * MINUTE_MS;
const OWNER = 'owner@example.net';
const MEBIBYTES = 64;
/** Larger than what is left, and not compressible. */
const content = Buffer.from(systemIds.bytes(8_000_000));

let postgres: DebianPostgres;
let disk: SmallDisk;
let server: ServerUnderTest;
let notification: Notification;
let mails: SmtpReceiver;
let owner: SignedInUser;
let report: number;
let path: string;
const signal = new AbortController().signal;
/** Pauses of a process that renders are none. */
const clock = { wait: () => Promise.resolve() };

beforeAll(async () => {
  disk = makeSmallDisk('tmpfs', MEBIBYTES);
  postgres = await startDebianPostgres();
  vi.stubEnv('DATABASE_URL', postgres.url);
  server = await openServer({ startsAt: START });
  const space = join(disk.mount, 'postgres');
  mkdirSync(space);
  // PostgreSQL runs as this user (`tests/debian-postgres.ts`).
  const { uid, gid } = statSync(join(postgres.data, 'PG_VERSION'));
  chownSync(space, uid, gid);
  chmodSync(disk.mount, 0o755);
  const { db } = server.stack;
  await sql.raw(`CREATE TABLESPACE small LOCATION '${space}'`).execute(db);
  await sql.raw('ALTER TABLE report_file SET TABLESPACE small').execute(db);
  const customer = server.customers.get('acme')!;
  path = schedulingPath(customer);
  owner = await someone(server, ['SCHEDULING.write', 'REPORT.read'], ['acme']);
  await setEmail(server, owner.account, OWNER);
  report = await addReport(server, customer);
  mails = await smtpReceiver();
  await useMailServer(server, mails.port);
  notification = await startNotification(server.stack);
}, 120_000);
afterEach(() => rmSync(join(disk.mount, 'filler'), { force: true }));
afterAll(async () => {
  await notification.stop();
  await mails.close();
  await server.close();
  postgres.stop();
  vi.unstubAllEnvs();
  disk.remove();
});

/** Takes the space of the disk, but some. */
function fill(of = disk, leaveBytes = 1_000_000): void {
  const file = openSync(join(of.mount, 'filler'), 'a');
  try {
    for (let left = of.freeBytes() - leaveBytes; left > 0; left -= 1e6)
      writeSync(file, Buffer.alloc(Math.min(1e6, left)));
  } finally {
    closeSync(file);
  }
}
const free = (): void => rmSync(join(disk.mount, 'filler'), { force: true });

/** A process that renders whatever it claims as the same file. */
const renderingLarge = () =>
  renderingOf(server, 'http://127.0.0.1:9', {
    clock,
    around: () => () => Promise.resolve({ file: { name: 'month.pdf', content } }),
  });

const asOwner = () => server.withSession(owner.account);
const create = async (to: readonly string[]) =>
  createdScheduling(await asOwner(), path, aScheduling({ attachments: [attached(report)], recipients: to }));
const ends = ({ id }: ReportSchedule, runs = 1): Promise<RunSummary> =>
  eventually(async () => {
    await server.clock.leap(5_000);
    const found = await listedRuns(await asOwner(), path, id);
    const [run] = found;
    return found.length === runs && run !== undefined && /^(?:sent|partly|failed|skipped)$/.test(run.state)
      ? run
      : undefined;
  });
/** It is due, and its report waits for a process. */
const isDue = async (): Promise<number> => {
  await server.clock.leap(3 * MINUTE_MS);
  const { id } = await eventually(() =>
    server.stack.db.selectFrom('report_run').select('id').where('state', '=', 'waiting').executeTakeFirst(),
  );
  return id;
};
const stateOf = (id: number) =>
  server.stack.db
    .selectFrom('report_run')
    .select(['state', 'failure', 'detail', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const partsOf = async (id: number): Promise<number> =>
  (await server.stack.db.selectFrom('report_file').select('run_id').where('run_id', '=', id).execute())
    .length;

describe('a report whose file does not fit on the disk of PostgreSQL', () => {
  it('is rendered again, and sent once to each recipient when the disk has space by then', async () => {
    const to = ['a1@example.net', 'a2@example.net'];
    const made = await create(to);
    const id = await isDue();
    const { worker } = renderingLarge();
    fill();
    await worker.once('w', signal);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', failure: null, attempts: 1 });
    expect(await partsOf(id)).toBe(0);
    free();
    await worker.once('w', signal);
    expect(await stateOf(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect((await readRenderedFile(server.stack.db, { run: id, kind: 'file' }))?.equals(content)).toBe(true);
    expect((await ends(made)).state).toBe('sent');
    expect(to.map((address) => mails.to(address).length)).toEqual([1, 1]);
    await disable(made);
  });

  it('fails with a reason that names the disk, notifies the owner once, and is sent at the next time', async () => {
    const made = await create(['b1@example.net']);
    const notices = mails.to(OWNER).length;
    const id = await isDue();
    const { worker } = renderingLarge();
    fill();
    await worker.once('w', signal);
    await worker.once('w', signal);
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      failure: 'disk',
      attempts: 2,
      detail: expect.stringContaining('the disk of PostgreSQL') as string,
    });
    const failed = await ends(made);
    expect([failed.state, failed.reason?.code]).toEqual(['failed', 'rendering']);
    expect(String(failed.reason?.params['detail'])).toContain('the disk of PostgreSQL');
    await eventually(() => (mails.to(OWNER).length === notices + 1 ? true : undefined));
    expect(mails.to('b1@example.net')).toEqual([]);
    free();
    await server.clock.leap(DAY_MS - MINUTE_MS);
    await isDue();
    await worker.once('w', signal);
    expect((await ends(made, 2)).state).toBe('sent');
    expect(mails.to('b1@example.net')).toHaveLength(1);
    expect(mails.to(OWNER)).toHaveLength(notices + 1);
    await disable(made);
  });
});

const disable = async ({ id }: ReportSchedule): Promise<void> => {
  await server.stack.db
    .updateTable('schedule')
    .set({ enabled: false, next_at: null })
    .where('id', '=', id)
    .execute();
  const sinceDay = (server.clock.now().getTime() - START) % DAY_MS;
  await server.clock.leap(DAY_MS - sinceDay);
};

/** A console with one page that is ready, whose picture of noise makes its PDF large. */
async function readyConsole(): Promise<{ readonly url: string; readonly close: () => void }> {
  const noise = Array.from(
    { length: 40 },
    () => `<p>${Buffer.from(systemIds.bytes(30_000)).toString('base64')}</p>`,
  ).join('');
  const { ready, pages } = printAttributes;
  const html = `<!doctype html><html lang="en"><title>Month</title><style>p { font-size: 4px; overflow-wrap: anywhere }</style><main ${ready}="true" ${pages}="1"><h1>Month</h1><section class="${PRINT_PAGE_CLASS}" data-complete="true">Page</section>${noise}</main></html>`;
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, close: () => void server.close() };
}

describe('a report whose process has no space for temporary files', () => {
  it('fails after two attempts with a reason that names the folder, and the process continues', async () => {
    const temporary = makeSmallDisk('tmpfs', MEBIBYTES);
    vi.stubEnv('TMPDIR', temporary.mount);
    expect(tmpdir()).toBe(temporary.mount);
    const stand = await readyConsole();
    fill(temporary, 0);
    const made = await create(['c1@example.net']);
    const id = await isDue();
    const { worker, chromium } = renderingOf(server, stand.url, { clock });
    await worker.once('w', signal);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', attempts: 1 });
    await worker.once('w', signal);
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      failure: 'disk',
      detail: expect.stringContaining(temporary.mount) as string,
    });
    const run = await ends(made);
    expect([run.state, run.reason?.code]).toEqual(['failed', 'rendering']);
    rmSync(join(temporary.mount, 'filler'));
    await chromium.use((browser) => {
      expect(browser.isConnected()).toBe(true);
      return Promise.resolve();
    });
    await chromium.close();
    temporary.remove();
    stand.close();
    await disable(made);
  });
});
