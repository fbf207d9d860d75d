import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emptyReport } from '#schemas/report/document.ts';
import type { ReportEntry } from '#schemas/report/entry.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import {
  editingLimits,
  type DocumentEditors,
  type EditedDocument,
  type EditReply,
  type EditorsNotice,
} from '#schemas/socket/editing.ts';
import { atNight, describeAtNight } from '#tests/gate/at-night.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { documentFields } from '#tests/fixtures/update-fields.ts';
import { liveUsersOf, type LiveConnection, type LiveUser, type LiveUsers } from '../access/live.ts';

let server: ServerUnderTest;
let other: ServerUnderTest;
let users: LiveUsers;
let elsewhere: LiveUsers;
let report: EditedDocument;
let entry: ReportEntry;

const writer: readonly Permission[] = ['REPORT.write', 'REPORT.read', 'PRIVATE.RESOURCE.write'];
const url = (): string => `/api/v1/customers/${String(server.customers.get('acme')!)}/report`;

beforeAll(async () => {
  server = await openServer();
  other = await openServer({ adjacent: server });
  users = await liveUsersOf(server);
  elsewhere = await liveUsersOf(other);
});
beforeAll(async () => {
  const { page } = await users.someone(writer);
  const { body } = await page.send('POST', url(), { body: { name: 'Month', document: emptyReport } });
  entry = JSON.parse(body) as ReportEntry;
  report = { kind: 'report', resource: entry.resource };
});
afterEach(() => {
  users.disconnect();
  elsewhere.disconnect();
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const edit = (socket: LiveConnection, document = report): Promise<EditReply> =>
  socket.timeout(5_000).emitWithAck('edit', document);

let made = 0;
/** An editor by name, of this test, with what the page receives. */
async function editor(at: LiveUsers, name: string) {
  made += 1;
  const suffix = ` ${String(made)}`;
  const user = await at.someone(writer, ['acme'], `${name}${suffix}`);
  const notices: DocumentEditors[] = [];
  user.socket.on('editors', (editors) => notices.push(editors));
  return { ...user, notices, others: () => namesOf(notices.at(-1)) };
}
/** Without what makes them unique. */
const namesOf = (notices: DocumentEditors | undefined): readonly string[] | undefined =>
  notices?.editors.map(({ name }) => name.replace(/ \d+$/, '')).toSorted();

/** As time passes, until it holds. */
const soon = (read: () => unknown) =>
  expect.poll(async () => {
    await server.clock.advance(1_000);
    return read();
  });

describe('who edits a report', () => {
  it('is notified at once of others who edit it, on any server, and the others of them, by name and since when', async () => {
    const [ada, ben] = [await editor(users, 'Ada'), await editor(elsewhere, 'Ben')];
    const since = server.clock.now().getTime();
    expect(await edit(ada.socket)).toMatchObject({ ok: true, count: 1 });
    await server.stack.bus.flush();
    await expect
      .poll(async () => (await edit(ben.socket)) as EditReply & DocumentEditors)
      .toMatchObject({
        ok: true,
        count: 2,
        editors: expect.arrayContaining([expect.objectContaining({ account: ada.account, since })]),
      });
    await soon(ada.others).toEqual(['Ada', 'Ben']);
    ben.socket.emit('unedit');
    await soon(ada.others).toEqual(['Ada']);
    await edit(ben.socket);
    await soon(ada.others).toEqual(['Ada', 'Ben']);
    // As when the machine of the user is switched off.
    ben.socket.io.engine.close();
    await soon(ada.others).toEqual(['Ada']);
  });

  atNight(
    'keeps the time of the start through another connection, and cannot state one of the future',
    async () => {
      const { socket } = await editor(users, 'Ada');
      const now = server.clock.now().getTime();
      expect(await edit(socket, { ...report, since: now - 60_000 })).toMatchObject({ since: now - 60_000 });
      expect(await edit(socket, { ...report, since: now + 60_000 })).toMatchObject({ since: now, count: 1 });
      expect(await edit(socket, { ...report, since: 0 })).toMatchObject({
        since: now - editingLimits.maxAgeMs,
      });
    },
  );

  atNight('is named no more when the server of their connection is killed', async () => {
    const ada = await editor(users, 'Ada');
    await edit(ada.socket);
    const eve = { id: crypto.randomUUID(), account: 1, name: 'Eve', since: 1, resource: report.resource };
    announce({ editors: [eve] });
    await soon(ada.others).toEqual(['Ada', 'Eve']);
    await server.clock.advance(editingLimits.lostMs - 2 * editingLimits.renewMs);
    announce({ editors: [eve] });
    await server.stack.bus.flush();
    await server.clock.advance(editingLimits.renewMs);
    expect(ada.others()).toEqual(['Ada', 'Eve']);
    await server.clock.advance(editingLimits.lostMs + editingLimits.renewMs);
    await soon(ada.others).toEqual(['Ada']);
  });
});

function announce(notice: Partial<EditorsNotice>): void {
  const notices: EditorsNotice = { server: 'another', editors: [], closed: [], ...notice };
  server.stack.bus.publish(subjects.editors, JSON.stringify(notices));
}

describe('who may not change a report', () => {
  it.each([
    ['may only read it', ['REPORT.read'], ['acme']],
    ['is a user of another customer', writer, ['globex']],
    ['may edit dashboards alone', ['DASHBOARD.write', 'DASHBOARD.read'], ['acme']],
  ] as const)('is notified of no one, and named to no one: who %s', async (_, permissions, customers) => {
    const ada = await editor(users, 'Ada');
    await edit(ada.socket);
    const { socket } = await users.someone(permissions, customers);
    let heard = 0;
    socket.on('editors', () => (heard += 1));
    expect(await edit(socket)).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await edit(socket, { ...report, kind: 'dashboard' })).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await edit(socket, { ...report, resource: 999_999 })).toEqual({ ok: false, code: 'NOT_FOUND' });
    const ben = await editor(users, 'Ben');
    await edit(ben.socket);
    await soon(ada.others).toEqual(['Ada', 'Ben']);
    expect(heard).toBe(0);
  });

  atNight(
    'since the report became private to another user, is notified no more and named no more',
    async () => {
      const [ada, ben] = [await editor(users, 'Ada'), await editor(elsewhere, 'Ben')];
      await edit(ada.socket);
      await edit(ben.socket);
      await soon(ben.others).toEqual(['Ada', 'Ben']);
      await server.stack.db
        .updateTable('resource')
        .set({ visibility: 'private', owner_id: ada.account })
        .where('id', '=', report.resource)
        .execute();
      server.stack.bus.publish(subjects.config('resource'), JSON.stringify({ kind: 'report' }));
      await soon(ada.others).toEqual(['Ada']);
      await soon(() => ben.notices.at(-1)).toMatchObject({ editors: [], count: 0 });
      await server.stack.db
        .updateTable('resource')
        .set({ visibility: 'public' })
        .where('id', '=', report.resource)
        .execute();
    },
  );

  it('since the right was withdrawn, is notified no more and named no more', async () => {
    const [ada, ben] = [await editor(users, 'Ada'), await editor(users, 'Ben')];
    await edit(ada.socket);
    await edit(ben.socket);
    await soon(ada.others).toEqual(['Ada', 'Ben']);
    await withdraw(ben);
    await soon(ada.others).toEqual(['Ada']);
    const before = ben.notices.length;
    const cleo = await editor(users, 'Cleo');
    await edit(cleo.socket);
    await soon(ada.others).toEqual(['Ada', 'Cleo']);
    expect(ben.notices.slice(before)).toEqual([]);
  });
});

async function withdraw({ account }: Pick<LiveUser, 'account'>): Promise<void> {
  const { db, bus } = server.stack;
  const role = db.selectFrom('account').select('role_id').where('id', '=', account);
  await db.deleteFrom('role_permission').where('role_id', 'in', role).execute();
  bus.publish(subjects.config('access'), JSON.stringify({}));
}

describeAtNight('many and hostile editors', () => {
  it('of one report: 1,000 are counted, 20 named, and each page notified once a second', async () => {
    const ada = await editor(users, 'Ada');
    await edit(ada.socket);
    const crowd = Array.from({ length: 1_000 }, (_, at) => ({
      id: crypto.randomUUID(),
      account: at + 1,
      name: `<b onload=1>${String(at)}</b>`,
      since: at + 1,
      resource: report.resource,
    }));
    const before = ada.notices.length;
    for (const one of crowd) announce({ editors: [one] });
    await server.stack.bus.flush();
    await soon(() => ada.notices.at(-1)?.count).toBe(1_001);
    // The first one at once, and then one a second of the test.
    expect(ada.notices.length - before).toBeLessThan(20);
    expect(ada.notices.at(-1)?.editors).toHaveLength(editingLimits.named);
    expect(ada.notices.at(-1)?.editors[0]?.name).toBe('<b onload=1>0</b>');
    announce({ closed: crowd.map(({ id, resource }) => ({ id, resource })) });
    await soon(() => ada.notices.at(-1)?.count).toBe(1);
  });

  it('that request documents faster than they are looked up are editors of the last one', async () => {
    const { socket } = await editor(users, 'Ada');
    const replying = Array.from({ length: 200 }, () => edit(socket));
    const replies = await Promise.all(replying);
    expect(replies.at(-1)).toMatchObject({ ok: true, count: 1 });
    expect(replies.filter(({ ok }) => ok).length).toBeLessThan(200);
  });

  it('that send what is no document get a problem', async () => {
    const { socket } = await editor(users, 'Ada');
    for (const document of [{}, { kind: 'report', resource: -1 }, { ...report, kind: 'cockpit' }])
      expect(await edit(socket, document as never)).toEqual({ ok: false, code: 'VALIDATION' });
  });

  it('whose session ended are named no more', async () => {
    const [ada, ben] = [await editor(users, 'Ada'), await editor(users, 'Ben')];
    await edit(ada.socket);
    await edit(ben.socket);
    await soon(ada.others).toEqual(['Ada', 'Ben']);
    await ben.page.send('POST', '/api/v1/logout');
    await server.stack.db.deleteFrom('session').where('account_id', '=', ben.account).execute();
    server.stack.bus.publish(subjects.config('access'), JSON.stringify({}));
    await soon(ada.others).toEqual(['Ada']);
    expect(ada.others()).toEqual(['Ada']);
  });

  it('and a report that is saved in the same time is saved as always', async () => {
    const ada = await editor(users, 'Ada');
    await edit(ada.socket);
    const { statusCode } = await ada.page.send('PUT', `${url()}/${String(entry.id)}`, {
      body: { ...documentFields, name: 'Month', document: emptyReport, version: entry.version },
    });
    expect(statusCode).toBe(200);
  });
});
