import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportRun } from '#schemas/rendering/routes.ts';
import type { ReportMail } from '#schemas/scheduling/report-mail-routes.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { RenderQueue } from '#platform/rendering/render-queue.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { eventually } from '#tests/fixtures/eventually.ts';
import {
  startNotification,
  type Notification,
} from '#tests/fixtures/notification/notification-under-test.ts';
import {
  addReport,
  renderAll,
  setEmail,
  useMailServer,
} from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { smtpReceiver, type SmtpReceiver } from '#tests/fixtures/scheduling/smtp-receiver.ts';
import { someone, type SignedInUser } from '#tests/fixtures/server/administrator.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { statusAndCode } from '#tests/fixtures/server/visitor.ts';

const MB = 1_024 * 1_024;
let server: ServerUnderTest;
let sender: SignedInUser;
let notification: Notification;
let mails: SmtpReceiver;
let path: string;
let recipients = 0;
const recipient = (): string => `to-${String(++recipients)}@example.net`;

beforeAll(async () => {
  // Jobs of mails are of the time of the deliverer.
  server = await openServer({ startsAt: Date.now() });
  const customer = server.customers.get('acme')!;
  sender = await someone(server, ['SCHEDULING.write', 'REPORT.read'], ['acme']);
  await setEmail(server, sender.account, 'sender@example.net');
  const report = await addReport(server, customer);
  path = `/api/v1/customers/${String(customer)}/report/${String(report)}`;
  mails = await smtpReceiver();
  await useMailServer(server, mails.port);
  notification = await startNotification(server.stack);
});
afterAll(async () => {
  await notification.stop();
  await mails.close();
  await server.close();
});

const requested = async (format = 'pdf'): Promise<number> =>
  (await sender.page.send('POST', `${path}/run`, { body: { format } })).json<ReportRun>().id;
const order = (to: readonly string[], changes: object = {}) => ({
  recipients: to,
  language: 'en',
  subject: '{{report}} of {{customer}}',
  message: 'As agreed.',
  ...changes,
});
const send = (run: number, body: object, page = sender.page) =>
  page.send('POST', `${path}/run/${String(run)}/mail`, { body });
const listed = async (): Promise<ReportMail[]> =>
  (await sender.page.get(`${path}/mail`)).json<{ mails: ReportMail[] }>().mails;
/** Lets the server look until a mail is in a state. */
const ends = (run: number, state: string) =>
  eventually(async () => {
    await server.clock.leap(5_000);
    const mail = (await listed()).find((one) => one.run === run);
    return mail?.state === state ? mail : undefined;
  });
const arrived = (address: string) => eventually(() => Promise.resolve(mails.to(address)[0]));
const plain = (content: string): string => content.replaceAll(/=\r?\n/g, '');

describe('a report that a user sends by mail', () => {
  it('is one mail per recipient, as soon as it is rendered', async () => {
    const [one, other] = [recipient(), recipient()];
    const run = await requested();
    expect((await send(run, order([one, other]))).json()).toMatchObject({ state: 'rendering' });
    await server.clock.leap(10_000);
    expect([mails.to(one), mails.to(other)]).toEqual([[], []]);
    await renderAll(server, { preview: true });
    await ends(run, 'queued');
    const content = plain(await arrived(one));
    expect(content).toContain('As agreed.');
    expect(content).toMatch(/has sent you this report of Customer acme/);
    expect(content).toMatch(/filename=report-\d+\.pdf/);
    expect(content).toContain('cid:preview');
    expect(content).toContain('text/html');
    expect(content).not.toContain('List-Unsubscribe');
    await arrived(other);
    const mail = await eventually(async () =>
      (await listed()).find((each) => each.recipients.every(({ state }) => state === 'delivered')),
    );
    expect([mail.run, mail.isLinked, mails.to(one).length]).toEqual([run, false, 1]);
  });

  // A gate's file of eleven megabytes is that of schedules (runs.test.ts).
  atNight('is a link above the size of a mail, which is revoked and expires', async () => {
    const to = recipient();
    const run = await requested('xlsx');
    await send(run, order([to]));
    await renderAll(server, { bytes: 11 * MB });
    expect(await ends(run, 'queued')).toMatchObject({ isLinked: true, isRevoked: false });
    const content = plain(await arrived(to));
    const link =
      /http:\/\/127\.0\.0\.1:8080(\/api\/v1\/report-file\/[\w-]+\.[\w-]+)/.exec(content)?.[1] ?? '';
    const visitor = server.browser();
    expect((await visitor.get(link)).rawPayload.length).toBe(11 * MB);
    await sender.page.send('POST', `${path}/run/${String(run)}/revoke`);
    expect((await visitor.get(link)).statusCode).toBe(404);
    expect((await listed()).find((mail) => mail.run === run)).toMatchObject({ isRevoked: true });
    const { expiresAt } = (await listed()).find((mail) => mail.run === run)!;
    expect(Date.parse(expiresAt) - server.clock.now().getTime()).toBeGreaterThan(29 * DAY_MS);
  });

  it('that cannot be rendered is not sent, and the sender gets a mail about it', async () => {
    const to = recipient();
    const run = await requested('csv');
    await send(run, order([to]));
    const queue = new RenderQueue({ db: server.stack.db, clock: server.clock });
    const claimed = await queue.claim('renderer');
    await queue.fail({ ...claimed!, lease_owner: 'renderer' }, 'failed', 'no values');
    expect(await ends(run, 'failed')).toMatchObject({ reason: { code: 'rendering' } });
    expect(plain(await arrived('sender@example.net'))).toContain('no values');
    expect(mails.to(to)).toEqual([]);
    expect(statusAndCode(await send(run, order([to])))).toEqual([409, 'REPORT_NOT_RENDERED']);
  });

  it.each([
    [{ recipients: [] }, 'SCHEDULING_NO_EMAILS'],
    [{ recipients: ['no address'] }, 'SCHEDULING_LIST_INVALID'],
    [{ subject: ' ' }, 'REQUIRED'],
    [{ subject: '{{alarm}}' }, 'WEBHOOK_PLACEHOLDER_UNKNOWN'],
    [{ message: '{{report' }, 'WEBHOOK_PLACEHOLDER_UNCLOSED'],
  ])('with %j is rejected: %s', async (changes, code) => {
    const run = await requested();
    const reply = (await send(run, order([recipient()], changes))).json<{ errors: { code: string }[] }>();
    expect(reply.errors.map((error) => error.code)).toEqual([code]);
    await sender.page.send('DELETE', `${path}/run/${String(run)}`);
  });

  it('is a file of the sender alone', async () => {
    const run = await requested();
    const other = await someone(server, ['SCHEDULING.write', 'REPORT.read'], ['acme']);
    expect(statusAndCode(await send(run, order([recipient()]), other.page))).toEqual([404, 'NOT_FOUND']);
    const reader = await someone(server, ['SCHEDULING.read', 'REPORT.read'], ['acme']);
    expect((await send(run, order([recipient()]), reader.page)).statusCode).toBe(403);
    await renderAll(server);
  });

  it('is sent with the rights that the sender has then: who lost them gets a mail about it, nothing is sent', async () => {
    const to = recipient();
    const run = await requested();
    await send(run, order([to]));
    const { role_id: role } = await server.stack.db
      .selectFrom('account')
      .select('role_id')
      .where('id', '=', sender.account)
      .executeTakeFirstOrThrow();
    await server.stack.db
      .deleteFrom('role_permission')
      .where('role_id', '=', role)
      .where('permission', '=', 'SCHEDULING.write')
      .execute();
    await renderAll(server);
    const count = mails.to('sender@example.net').length;
    await eventually(async () => {
      await server.clock.leap(5_000);
      return mails.to('sender@example.net')[count];
    });
    expect(plain(mails.to('sender@example.net')[count]!)).toContain('may no longer send this report');
    expect(mails.to(to)).toEqual([]);
  });
});
