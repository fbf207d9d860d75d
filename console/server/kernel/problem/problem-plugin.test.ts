import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openPostgres } from '#platform/postgres/postgres.ts';
import { PostgresUnreachable } from '#platform/postgres/primary-pool.ts';
import { z } from 'zod';
import { openClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { ClickHouseUnreachable } from '#platform/clickhouse/store-error.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Route } from '#schemas/route.ts';
import { serve } from '../route/serve.ts';
import { ProblemError } from './problem-error.ts';
import { handleProblems } from './problem-plugin.ts';

const contract: Route = {
  method: 'GET',
  path: '/thing',
  scope: 'none',
  needs: 'anonymous',
  summary: 'A thing',
  reply: z.strictObject({}),
  problems: ['UNAVAILABLE'],
};

async function responseTo(thrown: Error, strict: boolean) {
  const app = fastify();
  handleProblems(app, { strict });
  serve(app, contract, () => {
    throw thrown;
  });
  const response = await app.inject(contract.path);
  await app.close();
  const body = response.json<{ code: ProblemCode; detail?: string }>();
  return { status: response.statusCode, code: body.code, detail: body.detail, headers: response.headers };
}

describe('a problem that a handler returns', () => {
  it.each([true, false])('leaves as it is when the contract names it (strict: %s)', async (strict) => {
    const thrown = new ProblemError('UNAVAILABLE', { params: { tier: 'engine' } });
    expect(await responseTo(thrown, strict)).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });

  it('is a server error when contracts are strict and do not declare it', async () => {
    const response = await responseTo(new ProblemError('CONFLICT'), true);
    expect(response).toMatchObject({ status: 500, code: 'SERVER_PROBLEM', detail: 'undeclared: CONFLICT' });
  });

  it('is sent unchanged when contracts are not strict', async () => {
    expect(await responseTo(new ProblemError('CONFLICT'), false)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
  });

  it('with a delay also sends it in the Retry-After header', async () => {
    const thrown = new ProblemError('RATE_LIMITED', { params: { seconds: 7 } });
    expect((await responseTo(thrown, true)).headers['retry-after']).toBe('7');
  });
});

describe('the language of a problem', () => {
  const search: Route = { ...contract, query: z.strictObject({ limit: z.coerce.number().max(9) }) };

  async function problemIn(acceptLanguage?: string) {
    const app = fastify();
    handleProblems(app);
    serve(app, search, () => ({}));
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage };
    const response = await app.inject({ url: '/thing?limit=10', headers });
    await app.close();
    const { title, errors } = response.json<{ title: string; errors: { message: string }[] }>();
    return { title, message: errors[0]?.message, language: response.headers['content-language'] };
  }

  const french = { message: 'Saisissez au plus 9.', language: 'fr' };
  const english = { message: 'Enter at most 9.', language: 'en' };
  it.each([
    ['fr', french],
    ['fr-CA,en;q=0.5', french],
    ['de, en;q=0.3, fr;q=0.4', french],
    ['de', english],
    ['*', english],
    [undefined, english],
  ] as const)('follows Accept-Language: %s', async (header, expected) => {
    expect(await problemIn(header)).toMatchObject(expected);
  });
});

describe('a store that cannot be reached', () => {
  it('is named, whatever the contract of the route says', async () => {
    const closed = openClickHouse('http://127.0.0.1:1/default');
    const thrown = await closed.query('SELECT 1').then(
      () => undefined,
      (error: unknown) => error,
    );
    await closed.close();
    expect(thrown).toBeInstanceOf(ClickHouseUnreachable);
    expect(await responseTo(thrown as Error, true)).toMatchObject({
      status: 503,
      code: 'TIME_SERIES_UNREACHABLE',
    });
  });
});

describe('a database that does not respond', () => {
  it('is named, with when to try again', async () => {
    const away = openPostgres('postgres://user@127.0.0.1:1/none');
    const thrown = await sql`SELECT 1`.execute(away).then(
      () => undefined,
      (error: unknown) => error,
    );
    await away.destroy();
    expect(thrown).toBeInstanceOf(PostgresUnreachable);
    expect(await responseTo(thrown as Error, true)).toMatchObject({
      status: 503,
      code: 'DATABASE_UNREACHABLE',
    });
  });

  it.each([
    ['57P01', 'terminating connection due to administrator command'],
    ['57P03', 'the database system is starting up'],
    ['08006', 'connection failure'],
  ])('is named when it ends its sessions: %s', async (code, message) => {
    const thrown = Object.assign(new Error(message), { code, severity: 'FATAL' });
    expect(await responseTo(thrown, true)).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    const ended = new Error('Connection terminated unexpectedly');
    expect(await responseTo(ended, true)).toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    const wrong = Object.assign(new Error('syntax error'), { code: '42601', severity: 'ERROR' });
    expect(await responseTo(wrong, true)).toMatchObject({ code: 'SERVER_PROBLEM' });
  });
});

it('a database whose disk is full is named, and that nothing was saved', async () => {
  const message = 'could not extend file "base/5/16384": No space left on device';
  const thrown = Object.assign(new Error(message), { code: '53100', severity: 'ERROR' });
  expect(await responseTo(thrown, true)).toMatchObject({ status: 507, code: 'DATABASE_FULL' });
});

describe('an unexpected error', () => {
  it('in a handler is a server problem, and its message stays internal', async () => {
    for (const thrown of [new Error('secret'), new SyntaxError('secret')]) {
      const response = await responseTo(thrown, true);
      expect(response).toMatchObject({ status: 500, code: 'SERVER_PROBLEM' });
      expect(JSON.stringify(response)).not.toContain('secret');
    }
  });
});
