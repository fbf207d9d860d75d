import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { Ran } from '../read/ran.ts';
import type { DataStatement } from '../sql/statement.ts';
import { CallStatements } from './call-statements.ts';
import { DataCache } from './data-cache.ts';

const statement: DataStatement = {
  sql: 'SELECT 1',
  params: {},
  settings: {},
  source: { form: { is: 'values' }, parts: [], timeZone: 'UTC' },
};

/** Calls of one customer, and what they read from the store. */
function opened() {
  const cache = new DataCache(new ManualClock());
  const reads: (PromiseWithResolvers<Ran> & { readonly signal: AbortSignal })[] = [];
  const batches = {
    run({ signal }: { readonly signal: AbortSignal }): Promise<Ran> {
      const one = { ...Promise.withResolvers<Ran>(), signal };
      reads.push(one);
      signal.addEventListener('abort', () => one.reject(signal.reason));
      return one.promise;
    },
  };
  const respond = (number: number): void => {
    const measured = { columns: {}, readRows: 100, readBytes: 100, elapsedMs: 1, replyBytes: 20 };
    reads[number]!.resolve({ ...measured, sql: statement.sql, queuedMs: 3, together: 1 });
  };
  const aCall = () => {
    const statements = new CallStatements({ cache, batches }, 1);
    const request = ({ isFinal = false, signal = new AbortController().signal } = {}) =>
      statements.run(statement, { finalUntil: 0, isFinal }, { place: 0, onStart: () => undefined, signal });
    return { request, users: () => statements.usersOf(statement) };
  };
  return { aCall, reads, respond };
}

describe('a statement of a call', () => {
  it('runs once, also for requests that follow before its windows are closed', async () => {
    const { aCall, reads, respond } = opened();
    const { request, users } = aCall();
    const both = [request(), request()];
    respond(0);
    const ran = [...(await Promise.all(both)), await request()];
    expect(ran.map(({ readRows }) => readRows)).toEqual([100, 100, 100]);
    expect(users()).toBe(3);
    expect(reads).toHaveLength(1);
  });

  it('read nothing where another call reads it at the same time', async () => {
    const { aCall, reads, respond } = opened();
    const requested = [aCall().request(), aCall().request()];
    respond(0);
    expect((await Promise.all(requested)).map(({ readRows }) => readRows)).toEqual([100, 0]);
    expect(reads).toHaveLength(1);
  });

  it('that fails fails for the requests that follow', async () => {
    const { aCall, reads } = opened();
    const { request } = aCall();
    const first = request();
    reads[0]!.reject(new Error('too much'));
    await expect(first).rejects.toThrow('too much');
    await expect(request()).rejects.toThrow('too much');
    expect(reads).toHaveLength(1);
  });

  it('runs again for a request that follows one whose callers have left', async () => {
    const { aCall, reads, respond } = opened();
    const { request } = aCall();
    const left = new AbortController();
    const first = request({ signal: left.signal });
    left.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    const next = request();
    respond(1);
    expect((await next).readRows).toBe(100);
    expect(reads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });
});
