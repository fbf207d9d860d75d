import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someone, type SignedInUser } from '../../fixtures/server/administrator.ts';
import { attempt, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';

/** Runs a change between the last check of the sign-in steps and the reaction of the server. */
class Interleaving implements KyselyPlugin {
  readonly #looks = new WeakSet<object>();
  #left = 0;
  #act: (() => Promise<unknown>) | undefined;

  /** After that many looks. */
  at(looks: number, act: () => Promise<unknown>): void {
    this.#left = looks;
    this.#act = act;
  }

  get isOver(): boolean {
    return this.#act === undefined;
  }

  transformQuery({ node, queryId }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    // Whether the terms are accepted is looked at last.
    const isLook =
      node.kind === 'SelectQueryNode' && JSON.stringify(node.joins ?? '').includes('terms_acceptance');
    if (isLook) this.#looks.add(queryId);
    return node;
  }

  async transformResult({ queryId, result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const act = this.#act;
    if (act === undefined || !this.#looks.has(queryId) || (this.#left -= 1) > 0) return result;
    this.#act = undefined;
    await act();
    return result;
  }
}

const between = new Interleaving();
let server: ServerUnderTest;
let admin: SignedInUser;
beforeAll(async () => {
  server = await openServer({ between });
  admin = await someone(server);
});
afterAll(() => server.close());

const act = async (who: SignedInUser, what: 'lock' | 'password'): Promise<void> => {
  const response = await admin.page.send('POST', `/api/v1/mt/user/${String(who.account)}/${what}`, {});
  if (response.statusCode !== 200) throw new Error(`${what} responses ${response.body}`);
};
const isIn = async (page: Browser) => (await page.get('/api/v1/session')).statusCode === 200;
const sessionsOf = async ({ account }: SignedInUser) =>
  (await server.stack.db.selectFrom('session').selectAll().where('account_id', '=', account).execute())
    .length;
const pendingOf = async ({ account }: SignedInUser) =>
  (
    await server.stack.db
      .selectFrom('pending_sign_in')
      .selectAll()
      .where('account_id', '=', account)
      .execute()
  ).length;

const overtakings = [
  ['lock', [403, 'ACCOUNT_LOCKED_BY_ADMINISTRATOR'], [403, 'ACCOUNT_LOCKED_BY_ADMINISTRATOR']],
  ['password', [401, 'LOGIN_REFUSED'], [409, 'SIGN_IN_STEP_OVER']],
] as const;

describe.each(overtakings)('a sign-in that is overtaken by another change (%s)', (what, rejected, over) => {
  it('does not become a session', async () => {
    const who = await someone(server, ['ALERT.read']);
    await server.stack.db.deleteFrom('session').where('account_id', '=', who.account).execute();
    const page = await visitorOf(server);
    between.at(1, () => act(who, what));
    expect(statusAndCode(await attempt(page, who.username))).toEqual(rejected);
    expect([between.isOver, await isIn(page), await sessionsOf(who)]).toEqual([true, false, 0]);
  });

  it('does not wait at a step', async () => {
    const who = await someone(server, ['ALERT.read']);
    await publishTerms();
    const page = await visitorOf(server);
    between.at(1, () => act(who, what));
    expect(statusAndCode(await attempt(page, who.username))).toEqual(rejected);
    expect([between.isOver, await pendingOf(who)]).toEqual([true, 0]);
    await withdrawTerms();
  });

  it('does not become a session with the step that it waited for', async () => {
    const who = await someone(server, ['ALERT.read']);
    const version = await publishTerms();
    const page = await visitorOf(server);
    expect(statusAndCode(await attempt(page, who.username))).toEqual([403, 'TERMS_NOT_ACCEPTED']);
    between.at(2, () => act(who, what));
    const response = await page.send('POST', '/api/v1/internalLogin/terms', { body: { version } });
    expect(statusAndCode(response)).toEqual(over);
    expect([between.isOver, await isIn(page), await sessionsOf(who)]).toEqual([true, false, 0]);
    await withdrawTerms();
  });
});

async function publishTerms(): Promise<number> {
  const { version } = await server.stack.db
    .insertInto('terms')
    .values({ en: 'Be kind.', fr: 'Soyez aimable.', published_at: server.clock.now() })
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
const withdrawTerms = () => server.stack.db.deleteFrom('terms').execute();
