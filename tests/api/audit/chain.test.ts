import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyChain } from '#platform/audit/verify.ts';
import type { AuditEvent } from '#schemas/audit/event.ts';
import { ExportLine } from '#schemas/csv/file-line.ts';
import { AuditTrail } from '#server/kernel/audit/audit-trail.ts';
import {
  lastEvent,
  post,
  someone,
  uniqueName,
  type SignedInUser,
} from '../../fixtures/server/administrator.ts';
import { attempt, visitorOf } from '../../fixtures/server/visitor.ts';
import { openServer, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const AUDIT = '/api/v1/mt/audit';
let server: ServerUnderTest;
let admin: SignedInUser;
beforeAll(async () => {
  server = await openServer();
  admin = await someone(server);
});
afterAll(() => server.close());

const verify = () => verifyChain(server.stack.db);
const newRole = () =>
  post<{ id: number }>(admin.page, '/mt/role', { label: uniqueName('Role'), permissions: [] });
const page = async (query = '', who = admin): Promise<{ events: AuditEvent[]; next: number | null }> =>
  (await who.page.get(`${AUDIT}${query}`)).json();

/** Runs a change that the triggers of the table reject, and rolls it back. */
async function tampered(change: string, look: () => Promise<void>): Promise<void> {
  const { db } = server.stack;
  await sql`ALTER TABLE audit_event DISABLE TRIGGER ALL`.execute(db);
  await sql`CREATE TABLE kept AS SELECT * FROM audit_event`.execute(db);
  try {
    await sql.raw(change).execute(db);
    await look();
  } finally {
    await sql`DELETE FROM audit_event`.execute(db);
    await sql`INSERT INTO audit_event SELECT * FROM kept`.execute(db);
    await sql`DROP TABLE kept`.execute(db);
    await sql`ALTER TABLE audit_event ENABLE TRIGGER ALL`.execute(db);
  }
}

describe('the audit', () => {
  it('records who changed what, from where, before and after', async () => {
    const { id } = await newRole();
    const event = (await page(`?subject=role&subjectId=${String(id)}`)).events[0];
    expect(event).toMatchObject({
      kind: 'change',
      action: 'role.create',
      actor: admin.username,
      actorId: admin.account,
      via: 'session',
      subjectId: String(id),
    });
    expect(event?.address).toMatch(/^10\.1\./);
    expect(event?.detail.changes).toContainEqual({
      field: 'permissions',
      before: null,
      after: ['HOME.read'],
    });
  });

  it('records each element of a network import, before and after, and none of its secrets', async () => {
    const send = (device: object, many = 0) =>
      post(admin.page, '/mt/inventory/import', {
        customers: [
          {
            clientId: 'acme',
            name: 'Customer acme',
            sites: [
              {
                name: 'audited',
                latitude: 1,
                longitude: 2,
                devices: [{ name: 'edge', address: '192.0.2.9', ...device }],
              },
              ...Array.from({ length: many }, (_, at) => ({
                name: `many ${String(at)}`,
                latitude: 1,
                longitude: 2,
              })),
            ],
          },
        ],
      });
    const imports = async () => (await page('?action=inventory.import')).events.map(({ detail }) => detail);
    await send({ vendor: 'Cisco', snmp: { community: 'first community' } });
    expect((await imports())[0]?.changes).toContainEqual({
      field: 'device acme / audited / edge',
      before: null,
      after: expect.objectContaining({ vendor: 'Cisco', snmp_community: '•••' }) as object,
    });
    await send({ vendor: 'Juniper', snmp: { community: 'second community' } }, 450);
    const reported = await imports();
    expect(reported.slice(0, 3).map(({ note }) => note)).toMatchObject([
      { part: 3, parts: 3 },
      { part: 2, parts: 3 },
      { part: 1, parts: 3, counts: { site: { added: 450 }, device: { changed: 1 } } },
    ]);
    expect(reported.slice(0, 3).flatMap(({ changes }) => changes)).toHaveLength(451);
    expect(reported.flatMap(({ changes }) => changes ?? [])).toContainEqual({
      field: 'device acme / audited / edge',
      before: { vendor: 'Cisco', snmp_community: '•••' },
      after: { vendor: 'Juniper', snmp_community: '•••' },
    });
    expect(JSON.stringify(reported)).not.toMatch(/(first|second) community/);
    expect((await verify()).broken).toBeUndefined();
  });

  it('records sign-ins, sign-outs and failed attempts, and no unknown name', async () => {
    const who = await someone(server, ['ALERT.read']);
    await who.page.send('DELETE', '/api/v1/session');
    expect(await lastEvent(server, 'session.open')).toMatchObject({ kind: 'sign-in', actor: who.username });
    expect(await lastEvent(server, 'session.end')).toMatchObject({ kind: 'sign-out', actor: who.username });
    await attempt(await visitorOf(server), who.username, 'wrong');
    const rejected = await lastEvent(server, 'POST /internalLogin');
    expect(rejected).toMatchObject({
      kind: 'rejection',
      code: 'LOGIN_REFUSED',
      subject_name: who.username,
      actor: '',
    });
    await attempt(await visitorOf(server), 'my secret password', 'wrong');
    expect(JSON.stringify((await page('?limit=500')).events)).not.toContain('my secret password');
  });

  it('writes an event for each name that is tried, known or not', async () => {
    const written = async () =>
      (
        await server.stack.db
          .selectFrom('audit_event')
          .select('seq')
          .where('action', '=', 'POST /internalLogin')
          .execute()
      ).length;
    const who = await someone(server, ['ALERT.read']);
    const visitor = await visitorOf(server);
    const costs: number[] = [];
    for (const name of ['no user one', 'no user two', who.username, 'no user two']) {
      const before = await written();
      await attempt(visitor, name, 'wrong');
      costs.push((await written()) - before);
      await server.clock.leap(1_000);
    }
    // The last one was tried before: it is only counted.
    expect(costs).toEqual([1, 1, 1, 0]);
  });

  it('records rejections once a minute, and then their number', async () => {
    const who = await someone(server, ['ALERT.read'], ['acme']);
    const foreign = `/api/v1/customers/${String(server.customers.get('globex'))}/alert`;
    for (let times = 0; times < 5; times += 1) await who.page.get(foreign);
    const reported = async () => (await page(`?kind=rejection&actor=${who.username}`)).events;
    expect(await reported()).toMatchObject([{ code: 'NOT_FOUND', detail: {} }]);
    await server.clock.leap(120_000);
    expect(await reported()).toMatchObject([
      { code: 'NOT_FOUND', detail: { repeated: 4 } },
      { code: 'NOT_FOUND' },
    ]);
  });

  it('records actions that leave nothing to compare', async () => {
    await admin.page.send('DELETE', '/api/v1/session/list');
    expect(await lastEvent(server, 'DELETE /session/list')).toMatchObject({ actor_id: admin.account });
  });

  it('is filtered by source address and by the name of the object', async () => {
    const { id } = await newRole();
    const [made] = (await page(`?subject=role&subjectId=${String(id)}`)).events;
    const address = made!.address;
    const from = async (text: string) => [
      ...new Set((await page(`?limit=500&address=${text}`)).events.map((event) => event.address)),
    ];
    expect(await from(address)).toContain(address);
    expect((await from(address)).every((each) => each.startsWith(address))).toBe(true);
    expect(await from('203.0.113.9')).toEqual([]);
    const found = (await page(`?object=${made!.subjectName.toUpperCase()}`)).events;
    expect(found.map(({ seq }) => seq)).toContain(made!.seq);
    expect(found.every(({ subjectName }) => subjectName.startsWith(made!.subjectName))).toBe(true);
    expect((await page('?object=%25')).events).toEqual([]);
  });

  it('shows what concerns no single customer to readers of every customer', async () => {
    const who = await someone(server, ['ROLE.write', 'NETWORK.AUDIT.read', 'ALERT.read'], ['acme']);
    const { id } = await newRole();
    await admin.page.send('DELETE', `/api/v1/mt/role/${String(id)}`);
    const query = `?action=role.delete&subjectId=${String(id)}`;
    expect((await page(query)).events).toHaveLength(1);
    expect((await page(query, who)).events).toEqual([]);
  });

  it('has no entry for a rejected change', async () => {
    const label = uniqueName('Twice');
    await post(admin.page, '/mt/role', { label, permissions: [] });
    await admin.page.send('POST', '/api/v1/mt/role', { body: { label, permissions: [] } });
    const { events } = await page('?action=role.create');
    expect(events.filter(({ subjectName }) => subjectName === label)).toHaveLength(1);
  });

  it('is read in pages, newest first', async () => {
    const first = await page('?limit=3');
    const second = await page(`?limit=3&before=${String(first.next)}`);
    const numbers = [...first.events, ...second.events].map(({ seq }) => seq);
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
    expect(new Set(numbers).size).toBe(6);
  });

  it('shows a reader of some customers their events and the reader’s own', async () => {
    const who = await someone(server, ['NETWORK.AUDIT.read'], ['acme', 'globex']);
    const { events } = await page('?limit=500', who);
    const own = new Set([server.customers.get('acme'), server.customers.get('globex')]);
    expect(events.length).toBeGreaterThan(0);
    expect(
      events.filter(({ actorId, customer }) => actorId !== who.account && !own.has(customer ?? 0)),
    ).toEqual([]);
  });

  it('hides one’s own actions for a client that the reader, or their token, does not see', async () => {
    const who = await someone(server, ['NETWORK.AUDIT.read', 'API.read'], ['acme', 'globex']);
    const { db } = server.stack;
    const trail = new AuditTrail({ db, clock: server.clock });
    const origin = {
      actorId: who.account,
      actor: who.username,
      via: 'session',
      address: '',
      requestId: '',
    } as const;
    const customers = ['acme', 'globex'].map((clientId) => server.customers.get(clientId)!);
    for (const customer of customers)
      await trail.record({ action: 'own.act', subject: 'test', customer }, origin);
    // Newest first.
    const seen = (events: AuditEvent[]) => events.map(({ customer }) => customer);
    expect(seen((await page('?action=own.act', who)).events)).toEqual(customers.toReversed());
    const { token } = await post<{ token: string }>(who.page, '/token', {
      name: uniqueName('token'),
      permissions: ['NETWORK.AUDIT.read'],
      customers: customers.slice(0, 1),
      days: 1,
    });
    const headers = { authorization: `Bearer ${token}`, host: '127.0.0.1:8080' };
    const response = await server.app.inject({ method: 'GET', url: `${AUDIT}?action=own.act`, headers });
    expect(seen(response.json<{ events: AuditEvent[] }>().events)).toEqual(customers.slice(0, 1));
  });

  it('is exported as CSV without spreadsheet formulas, and records the export', async () => {
    const label = '=HYPERLINK("http://attacker.example")';
    const wide = '＝1+1';
    for (const each of [label, wide]) await post(admin.page, '/mt/role', { label: each, permissions: [] });
    const response = await admin.page.get(`${AUDIT}/export?action=role.create`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    const lines = response.body.trim().split('\n');
    expect(lines[0]).toContain('"seq","at","kind","action"');
    expect(response.body).toContain(`"'=HYPERLINK(""http`);
    expect(response.body).toContain(`"'＝1+1"`);
    expect(lines[1]).toMatch(/^\d+,"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","change"/);
    const reported = await eventually(() => lastEvent(server, 'GET /mt/audit/export').catch(() => undefined));
    expect(JSON.parse(reported.detail)).toEqual({ note: { query: { action: 'role.create' } } });
  });

  it('is exported in the dialect of the language or the one of the request, with times of a zone', async () => {
    const linesOf = async (query: string, headers = {}): Promise<readonly string[]> => {
      const url = `${AUDIT}/export?${query}`;
      return (await admin.page.get(url, headers)).body.split('\r\n');
    };
    expect((await linesOf('action=role.create', { 'accept-language': 'fr' }))[0]).toMatch(
      /^\uFEFF"seq";"at"/,
    );
    const [heading, first] = await linesOf('action=role.create&dialect=european&timeZone=Asia/Kolkata');
    expect(heading).toMatch(/^\uFEFF"seq";"at \(Asia\/Kolkata\)";"UTC offset";"kind"/);
    expect(first).toMatch(/^\d+;"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d";"UTC\+05:30";"change"/);
    const rejected = await admin.page.get(`${AUDIT}/export?dialect=tabs&timeZone=Mars/Olympus`);
    expect(rejected.statusCode).toBe(400);
  });
});

describe('the rows of a workbook', () => {
  it('are the filtered events with their times, and reading them is recorded as an export', async () => {
    await newRole();
    const { body } = await admin.page.get(`${AUDIT}/export/rows?action=role.create&timeZone=Asia/Kolkata`);
    const lines = body
      .trim()
      .split('\n')
      .map((line) => ExportLine.parse(JSON.parse(line)));
    const columns = lines[0]?.is === 'columns' ? lines[0].columns : [];
    expect(columns[1]).toEqual({ is: 'time', name: 'at', timeZone: 'Asia/Kolkata' });
    const rows = lines.flatMap((line) => (line.is === 'rows' ? line.rows : []));
    const { events } = await page('?action=role.create&limit=500', admin);
    expect(rows.map(([seq, at]) => [seq, at])).toEqual(events.toReversed().map(({ seq, at }) => [seq, at]));
    expect(lines.at(-1)).toEqual({ is: 'end', isCut: false });
    const recorded = await eventually(() =>
      lastEvent(server, 'GET /mt/audit/export/rows').catch(() => undefined),
    );
    expect(recorded.kind).toBe('export');
  });
});

describe('the chain', () => {
  it('stays valid under concurrent writes', async () => {
    await Promise.all(Array.from({ length: 10 }, newRole));
    const { head, broken } = await verify();
    expect(broken).toBeUndefined();
    expect(head.seq).toBeGreaterThan(20);
  });

  it.each([
    "UPDATE audit_event SET actor = 'x' WHERE seq = 1",
    'DELETE FROM audit_event WHERE seq = 1',
    'TRUNCATE audit_event',
  ])('rejects %s', async (statement) => {
    await expect(sql.raw(statement).execute(server.stack.db)).rejects.toThrow('added, never changed');
  });

  it.each([
    ["UPDATE audit_event SET actor = 'another user' WHERE seq = 5", { seq: 5, fault: 'changed' }],
    [`UPDATE audit_event SET detail = '{"note":{}}' WHERE seq = 7`, { seq: 7, fault: 'changed' }],
    ["UPDATE audit_event SET at = at + interval '1 second' WHERE seq = 3", { seq: 3, fault: 'changed' }],
    ['DELETE FROM audit_event WHERE seq = 6', { seq: 6, fault: 'missing' }],
    ['DELETE FROM audit_event WHERE seq > 10', { seq: 11, fault: 'missing' }],
  ])('after %s names the first broken link', async (change, broken) => {
    await tampered(change, async () => {
      expect((await verify()).broken).toEqual(broken);
    });
    expect((await verify()).broken).toBeUndefined();
  });

  it('is verified by the command, which ends with 1 when a link is broken', async () => {
    const run = (...noted: string[]) =>
      promisify(execFile)('node', ['deploy/audit-verify.ts', ...noted], {
        env: { ...process.env, ...server.stack.env, NODE_NO_WARNINGS: '1' },
      }).then(
        ({ stdout }) => [0, stdout],
        ({ code, stdout }: { code: number; stdout: string }) => [code, stdout],
      );
    const [code, reported] = await run();
    expect([code, reported]).toEqual([
      0,
      expect.stringMatching(/^\d+ events hold together, up to \d+:[0-9a-f]{64}\n$/),
    ]);
    const noted = String(reported).trim().split(' ').at(-1)!;
    expect((await run('--noted', noted))[0]).toBe(0);
    expect(await run('--noted', `1:${'0'.repeat(64)}`)).toEqual([
      1,
      expect.stringContaining('the noted end is not in this chain') as string,
    ]);
    await tampered('DELETE FROM audit_event WHERE seq = 4', async () => {
      expect(await run()).toEqual([1, expect.stringContaining('event 4: missing') as string]);
    });
  });

  it('is filtered by done or rejected', async () => {
    const kinds = async (outcome: string): Promise<string[]> => [
      ...new Set((await page(`?limit=500&outcome=${outcome}`)).events.map(({ kind }) => kind)),
    ];
    expect(await kinds('rejected')).toEqual(['rejection']);
    expect(await kinds('done')).not.toContain('rejection');
  });

  it('that was rewritten from its beginning does not contain the end that was noted', async () => {
    const { head } = await verify();
    expect((await verifyChain(server.stack.db, head)).noted).toBe(true);
    const other = { seq: head.seq, hash: 'f'.repeat(64) };
    expect(await verifyChain(server.stack.db, other)).toMatchObject({ broken: undefined, noted: false });
  });

  it('is verified on demand, and names where it is broken', async () => {
    const PATH = `${AUDIT}/verification`;
    const run = async () => (await admin.page.send('POST', PATH, { body: {} })).json<object>();
    const holding = await run();
    expect(holding).toMatchObject({ broken: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const state = (await admin.page.get(PATH)).json<{ last: object; newest: number }>();
    expect(state.last).toEqual(holding);
    // The verification itself is recorded behind the end that it found.
    expect(state.newest).toBe((holding as { seq: number }).seq + 1);
    // Last of all: the event of a verification inside is taken back with the others, and the end of the chain is not.
    await tampered(`UPDATE audit_event SET actor = 'no user' WHERE seq = 2`, async () => {
      expect(await run()).toMatchObject({ seq: 1, broken: { seq: 2, fault: 'changed' } });
    });
    const { page: without } = await someone(server, ['ALERT.read']);
    expect((await without.send('POST', PATH, { body: {} })).statusCode).toBe(403);
  });
});
