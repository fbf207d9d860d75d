import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { annotationLimits } from '#schemas/limit/annotation.ts';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import type { AnnotationList } from '#schemas/annotation/routes.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { atNight, casesOfGate } from '../../gate/at-night.ts';

const HOUR = 3_600;

describe('annotations of charts', () => {
  let server: ServerUnderTest;
  let author: Browser;
  let other: Browser;
  let administrator: Browser;
  let ofOneSite: Browser;
  let sites: readonly number[];
  let start: number;
  const of = (clientId: string): number => server.customers.get(clientId)!;
  const path = (clientId = 'acme') => `/api/v1/customers/${String(of(clientId))}/annotation`;

  const add = (user: Browser, body: object, clientId?: string) =>
    user.send('POST', path(clientId), {
      body: { from: start, to: null, element: null, text: 'note', ...body },
    });
  async function added(user: Browser, body: object): Promise<Annotation> {
    const reply = await add(user, body);
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return reply.json();
  }
  async function listed(user: Browser, body: object = {}): Promise<AnnotationList> {
    const reply = await user.send('POST', `${path()}/list`, {
      body: { from: start, to: start + HOUR, ...body },
    });
    expect([reply.statusCode, reply.statusCode === 200 ? '' : reply.body]).toEqual([200, '']);
    return reply.json();
  }
  const texts = ({ annotations }: AnnotationList) => annotations.map(({ text }) => text);
  const remove = (user: Browser, { id }: Annotation) => user.send('DELETE', `${path()}/${String(id)}`, {});
  const ofSite = (site: number) => ({
    elements: [{ element: 'site', filters: [{ element: 'site', ids: [site] }] }],
  });

  beforeAll(async () => {
    server = await openServer();
    start = Math.floor(server.clock.now().getTime() / 1_000 / HOUR) * HOUR - HOUR;
    sites = [...server.inventory().sites.values()].flatMap(({ id, customer }) =>
      customer === of('acme') ? [id] : [],
    );
    const someone = async (username: string, ...more: readonly ('EXTRA.PRIVATE.write' | 'ALERT.write')[]) => {
      const account = await server.account({ username, permissions: [...more], customers: ['acme'] });
      return { account, page: await server.withSession(account) };
    };
    ({ page: author } = await someone('author', 'ALERT.write'));
    ({ page: other } = await someone('other', 'ALERT.write'));
    ({ page: administrator } = await someone('administrator', 'ALERT.write', 'EXTRA.PRIVATE.write'));
    const restricted = await someone('of one site', 'ALERT.write');
    ofOneSite = restricted.page;
    const { db } = server.stack;
    await db
      .insertInto('account_restriction')
      .values({ account_id: restricted.account, customer_id: of('acme') })
      .execute();
    await db
      .insertInto('account_site')
      .values({ account_id: restricted.account, site_id: sites[0]! })
      .execute();
  });
  afterAll(() => server.close());

  it('are of a time or a period, and shown in periods that they overlap', async () => {
    const moment = await added(author, { from: start + 60, text: ' moment ' });
    expect(moment).toMatchObject({
      text: 'moment',
      author: 'author',
      to: null,
      isEditable: true,
      version: 1,
    });
    const period = await added(author, { from: start - HOUR, to: start + 1, text: 'period' });
    const later = await added(author, { from: start + HOUR, text: 'later' });
    expect(texts(await listed(other))).toEqual(['period', 'moment']);
    expect((await listed(other)).annotations.map(({ isEditable }) => isEditable)).toEqual([false, false]);
    for (const one of [moment, period, later]) expect((await remove(author, one)).statusCode).toBe(200);
    expect(await listed(other)).toEqual({ annotations: [], count: 0 });
  });

  it('of a site are shown on charts of it and of the customer, and those of the customer on every chart', async () => {
    const [here, there] = sites;
    const all = [
      await added(author, { text: 'customer' }),
      await added(author, { text: 'here', element: here }),
      await added(author, { text: 'there', element: there }),
    ];
    expect(texts(await listed(other))).toEqual(['customer', 'here', 'there']);
    expect(texts(await listed(other, ofSite(here!)))).toEqual(['customer', 'here']);
    for (const one of all) await remove(author, one);
  });

  it('are changed and deleted by their author and by administrators, from the version that they read', async () => {
    const note = await added(author, { text: 'first' });
    const change = (user: Browser, version = note.version) =>
      user.send('PUT', `${path()}/${String(note.id)}`, {
        body: { from: start, to: start + 60, element: null, text: 'second', version },
      });
    expect((await change(other)).json()).toMatchObject({ code: 'ANNOTATION_OF_OTHER' });
    expect((await remove(other, note)).json()).toMatchObject({ code: 'ANNOTATION_OF_OTHER' });
    expect((await change(author)).json()).toMatchObject({ text: 'second', to: start + 60, version: 2 });
    expect((await change(administrator)).json()).toMatchObject({ code: 'CONFLICT' });
    expect((await remove(administrator, note)).statusCode).toBe(200);
    expect((await remove(administrator, note)).statusCode).toBe(404);
  });

  it('of other sites and of the customer are hidden from users who see some sites only', async () => {
    const [here, there] = sites;
    const hidden = [await added(author, { text: 'customer' }), await added(author, { element: there })];
    const seen = await added(ofOneSite, { text: 'mine', element: here });
    expect(texts(await listed(ofOneSite))).toEqual(['mine']);
    expect((await listed(ofOneSite)).count).toBe(1);
    for (const one of hidden) expect((await remove(ofOneSite, one)).statusCode).toBe(404);
    for (const element of [null, there, 999_999])
      expect((await add(ofOneSite, { element })).json()).toMatchObject({
        code: 'VALIDATION',
        errors: [{ path: 'body.element', code: 'ANNOTATION_ELEMENT_UNKNOWN' }],
      });
    for (const one of [...hidden, seen]) expect((await remove(administrator, one)).statusCode).toBe(200);
  });

  it('name no element of another customer, and are not of customers that a user does not see', async () => {
    const foreign = [...server.inventory().sites.values()].find(({ customer }) => customer !== of('acme'))!;
    expect((await add(author, { element: foreign.id })).json()).toMatchObject({ code: 'VALIDATION' });
    expect((await add(author, {}, 'globex')).statusCode).toBe(404);
  });

  it.each(
    casesOfGate([
      ['<script>alert(1)</script> & {{x}}', 200],
      ['\u202Ereversed \u0000', 400],
      ['👩‍💻'.repeat(50), 200],
      ['   ', 400],
      ['x'.repeat(annotationLimits.maxTextLength + 1), 400],
      ['=HYPERLINK("http://x")', 200],
    ] as const),
  )('have any text of at most a thousand characters that can be stored: %j is %d', async (text, status) => {
    const reply = await add(author, { text });
    expect(reply.statusCode).toBe(status);
    if (status !== 200) return;
    const note = reply.json<Annotation>();
    expect(texts(await listed(other))).toEqual([text]);
    await remove(author, note);
  });

  it('end after they start', async () => {
    expect((await add(author, { to: start })).json()).toMatchObject({
      errors: [{ path: 'body.to', code: 'END_BEFORE_START' }],
    });
  });

  atNight('of a period are the newest 200 of ten thousand, with the number of all', async () => {
    const row = (index: number) => ({
      customer_id: of('acme'),
      starts_at: new Date((start + Math.floor(index / 3)) * 1_000),
      text: `note ${String(index)}`,
      author: 'Ada',
    });
    const { db } = server.stack;
    await db
      .insertInto('annotation')
      .values(Array.from({ length: 10_000 }, (_, index) => row(index)))
      .execute();
    const { annotations, count } = await listed(other);
    expect([annotations.length, count]).toEqual([annotationLimits.maxShown, 10_000]);
    expect(annotations.at(-1)?.text).toBe('note 9999');
    await db.deleteFrom('annotation').execute();
  });
});
