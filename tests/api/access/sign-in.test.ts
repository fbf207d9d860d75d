import { hash } from 'argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLogin } from '#server/features/account/sign-in/login.ts';
import { AccountRepository } from '#server/features/account/account-repository.ts';
import { SignInSettings } from '#server/features/account/sign-in/sign-in-settings.ts';
import { lockoutDefaults } from '#schemas/limit/account.ts';
import { passwordCost } from '#server/kernel/password/password-hash.ts';
import { attempt, LOGIN, statusAndCode, visitorOf } from '../../fixtures/server/visitor.ts';
import {
  openServer,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '../../fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let made = 0;

beforeAll(async () => {
  server = await openServer({ passwordCost });
});
afterAll(() => server.close());

async function someone(): Promise<string> {
  made += 1;
  const username = `person-${String(made)}`;
  await server.account({ username, permissions: ['ALERT.read'] });
  return username;
}
/** Signing in without the routes. */
const loginOf = ({ stack: { db }, clock }: ServerUnderTest) =>
  openLogin({
    db,
    clock,
    accounts: new AccountRepository({ db, clock }),
    settings: new SignInSettings({ db }),
  });
const untold = (): Promise<void> => Promise.resolve();
const visitor = (): Promise<Browser> => visitorOf(server);

const accountOf = (username: string) =>
  server.stack.db
    .selectFrom('account')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

describe('signing in', () => {
  /** A response without its unique parts. */
  const reportedBy = (response: { statusCode: number; json: () => unknown; headers: object }) => {
    const { requestId: _, ...problem } = response.json() as Record<string, unknown>;
    const names = Object.keys(response.headers).filter((name) => !name.startsWith('x-ratelimit'));
    return { status: response.statusCode, problem, headers: names.sort() };
  };

  it('does not distinguish an unknown name, a wrong password and a locked account', async () => {
    const locked = await someone();
    await server.stack.db
      .updateTable('account')
      .set({ lock_reason: 'admin' })
      .where('username', '=', locked)
      .execute();
    const responses = [
      await attempt(await visitor(), 'no-user-of-this-name', 'wrong'),
      await attempt(await visitor(), await someone(), 'wrong'),
      await attempt(await visitor(), locked, 'wrong'),
    ].map(reportedBy);
    expect(responses[0]).toMatchObject({ status: 401, problem: { code: 'LOGIN_REFUSED' } });
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
  });

  it('takes as long for an unknown name as for a wrong password', async () => {
    const username = await someone();
    const login = await loginOf(server);
    // Rehashed at our own cost.
    await login.attempt({ username, password: PASSWORD }, untold);
    const took = { known: [] as number[], unknown: [] as number[] };
    const measure = async (kind: keyof typeof took, name: string): Promise<void> => {
      const start = performance.now();
      await login.attempt({ username: name, password: 'wrong' }, untold);
      took[kind].push(performance.now() - start);
    };
    for (let round = 0; round < 15; round += 1) {
      await measure('known', username);
      await measure('unknown', `no-user-${String(round)}`);
    }
    const median = (values: number[]): number => values.sort((one, other) => one - other)[7]!;
    const ratio = median(took.unknown) / median(took.known);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  it('gives the reason for a locked account only after the correct password', async () => {
    const causes = {
      admin: 'ACCOUNT_LOCKED_BY_ADMINISTRATOR',
      inactivity: 'ACCOUNT_LOCKED_BY_INACTIVITY',
      retries: 'ACCOUNT_LOCKED_BY_RETRIES',
      expired: 'ACCOUNT_LOCKED_BY_PASSWORD_EXPIRY',
    };
    for (const [reason, code] of Object.entries(causes)) {
      const username = await someone();
      await server.stack.db
        .updateTable('account')
        .set({ lock_reason: reason })
        .where('username', '=', username)
        .execute();
      expect(statusAndCode(await attempt(await visitor(), username, PASSWORD))).toEqual([403, code]);
    }
  });

  it('locks an account after a number of failures in a row, and a success resets the count', async () => {
    const username = await someone();
    const page = await visitor();
    for (let round = 0; round < 2; round += 1) {
      for (let failure = 1; failure < lockoutDefaults.maxFailures; failure += 1) {
        await server.clock.leap(60_000);
        expect(statusAndCode(await attempt(page, username, 'wrong'))).toEqual([401, 'LOGIN_REFUSED']);
      }
      await server.clock.leap(60_000);
      if (round === 0) expect((await attempt(page, username, PASSWORD)).statusCode).toBe(200);
    }
    await attempt(page, username, 'wrong');
    await server.clock.leap(60_000);
    expect(statusAndCode(await attempt(await visitor(), username, PASSWORD))).toEqual([
      403,
      'ACCOUNT_LOCKED_BY_RETRIES',
    ]);
  });

  it('cannot be guessed more often by many attempts at once', async () => {
    const username = await someone();
    const pages = await Promise.all(Array.from({ length: 11 }, visitor));
    const responses = await Promise.all(pages.map((page) => attempt(page, username, 'wrong')));
    const looked = responses.filter(({ statusCode }) => statusCode === 401);
    expect(looked).toHaveLength(3);
    expect(await accountOf(username)).toMatchObject({ failed_logins: 3, lock_reason: null });
  });

  it('locks the account also when several servers receive attempts at once', async () => {
    const username = await someone();
    const login = await loginOf(server);
    await Promise.all(
      Array.from({ length: 11 }, () => login.attempt({ username, password: 'wrong' }, untold)),
    );
    // Once: what fails after that prolongs nothing.
    expect(await accountOf(username)).toMatchObject({ lock_reason: 'retries', retry_locks: 1 });
  });

  it('limits concurrent attempts to its capacity', async () => {
    const login = await loginOf(server);
    const tries = Array.from({ length: 64 }, (_, round) =>
      login.attempt({ username: `no-user-${String(round)}`, password: 'wrong' }, untold),
    );
    expect(login.isBusy()).toBe(true);
    await Promise.all(tries);
    expect(login.isBusy()).toBe(false);
  });

  it('does not look at the case of the name', async () => {
    const username = await someone();
    expect((await attempt(await visitor(), username.toUpperCase(), PASSWORD)).statusCode).toBe(200);
  });

  it.each(["' OR '1'='1", "admin'--", 'person-1"; DROP TABLE account; --', '\u0000', '%', '💥'.repeat(50)])(
    'takes %j for a name like any other',
    async (name) => {
      expect(statusAndCode(await attempt(await visitor(), name, PASSWORD))).toEqual([401, 'LOGIN_REFUSED']);
    },
  );

  it('rejects unknown fields', async () => {
    const username = await someone();
    const body = { username, password: PASSWORD, role: 'Administrator', is_admin: true };
    const response = await (await visitor()).send('POST', LOGIN, { body });
    expect(statusAndCode(response)).toEqual([400, 'VALIDATION']);
    expect((response.json() as { errors: unknown[] }).errors).not.toEqual([]);
  });

  it('rehashes the password when the cost of its hash is not ours', async () => {
    const username = await someone();
    const weak = await hash(PASSWORD, { memoryCost: 1_024, timeCost: 2, parallelism: 1 });
    await server.stack.db
      .updateTable('account')
      .set({ password_hash: weak })
      .where('username', '=', username)
      .execute();
    await server.signedIn(username);
    const { password_hash } = await server.stack.db
      .selectFrom('account')
      .select('password_hash')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    expect(password_hash).not.toBe(weak);
    expect(password_hash).toMatch(/^\$argon2id\$/);
    await server.signedIn(username);
  });
});

describe('failing to sign in', () => {
  /** Seconds to wait as both the header and the problem say; 0 when the try was taken. */
  const secondsOf = ({ statusCode, headers, json }: Awaited<ReturnType<typeof attempt>>): number => {
    if (statusCode !== 429) return 0;
    const { code, params } = json() as { code: string; params: { seconds: number } };
    expect([code, headers['retry-after']]).toEqual(['RATE_LIMITED', String(params.seconds)]);
    return params.seconds;
  };
  /** Tries until a wait is imposed, waits it out, and so on. */
  async function waits(username: () => string, page: () => Promise<Browser>): Promise<number[]> {
    const seconds: number[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const from = await page();
      const wait = secondsOf(await attempt(from, username(), 'wrong'));
      seconds.push(wait);
      await server.clock.leap(wait * 1_000);
      if (wait > 0) expect(secondsOf(await attempt(from, username(), 'wrong'))).toBe(0);
    }
    return seconds;
  }

  it('from one address is delayed more and more, for any name', async () => {
    const page = await visitor();
    let names = 0;
    const seconds = await waits(
      () => `no-user-${String((names += 1))}`,
      () => Promise.resolve(page),
    );
    expect(seconds).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64]);
    const other = await visitor();
    expect((await attempt(other, await someone())).statusCode).toBe(200);
  });

  it.each([
    ['of an account', someone],
    ['of no user', () => Promise.resolve('no-such-person')],
  ])(
    'with a name %s makes the next try with it wait, from anywhere, for a minute at most',
    async (_, named) => {
      const username = await named();
      const seconds = await waits(() => username.toUpperCase(), visitor);
      expect(seconds).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    },
  );

  it('is reset for the name by the correct password', async () => {
    const username = await someone();
    for (let tries = 0; tries < 3; tries += 1) await attempt(await visitor(), username, 'wrong');
    expect(secondsOf(await attempt(await visitor(), username))).toBe(1);
    await server.clock.leap(1_000);
    expect((await attempt(await visitor(), username)).statusCode).toBe(200);
    expect(statusAndCode(await attempt(await visitor(), username, 'wrong'))).toEqual([401, 'LOGIN_REFUSED']);
    expect((await attempt(await visitor(), username)).statusCode).toBe(200);
  });

  it('a delayed attempt reveals nothing about the password', async () => {
    const username = await someone();
    for (let tries = 0; tries < 3; tries += 1) await attempt(await visitor(), username, 'wrong');
    const right = await attempt(await visitor(), username);
    const wrong = await attempt(await visitor(), username, 'wrong');
    const reported = ({ statusCode, json }: typeof right) => {
      const { requestId: _, ...problem } = json() as Record<string, unknown>;
      return { statusCode, problem };
    };
    expect(reported(right)).toEqual(reported(wrong));
    expect(await accountOf(username)).toMatchObject({ failed_logins: 3 });
  });

  it('more than twenty times a minute is rejected for any name and password', async () => {
    const page = await visitor();
    const username = await someone();
    const statuses: number[] = [];
    for (let tries = 0; tries < 21; tries += 1) {
      statuses.push((await attempt(page, username)).statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});
