import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { ManagerSessions } from './shared-sessions.ts';

const row = { id: 1, version: 1, certificate: null } as SdwanServerRow;
const callTo = (path: string) => ({ path, headers: {}, clientId: '' });

/** A manager whose answers the test gives. */
function slowManager() {
  const clock = new ManualClock();
  const asked: { readonly path: string; readonly answer: (value: string) => void }[] = [];
  let closed = 0;
  const client: Pick<ManagerClient, 'read' | 'close'> = {
    read: ({ path }, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ path, answer: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    close() {
      closed += 1;
      return Promise.resolve();
    },
  };
  const sessions = new ManagerSessions({ clock, open: () => client as ManagerClient });
  const read = (path: string, signal = new AbortController().signal) => {
    const answer = sessions.read(row, callTo(path), signal).catch((error: unknown) => error);
    return { answer, isAsked: () => asked.some((one) => one.path === path) };
  };
  const answer = (path: string) => asked.find((one) => one.path === path)?.answer(`answer of ${path}`);
  return { clock, read, answer, signOuts: () => closed };
}

describe('calls of dashlets to one manager', () => {
  it('run two at a time, in the order of arrival', async () => {
    const { read, answer } = slowManager();
    const [first, second, third] = [read('first'), read('second'), read('third')];
    await Promise.resolve();
    expect([first.isAsked(), second.isAsked(), third.isAsked()]).toEqual([true, true, false]);
    answer('second');
    expect(await second.answer).toBe('answer of second');
    await expect.poll(third.isAsked).toBe(true);
    answer('third');
    expect(await third.answer).toBe('answer of third');
  });

  it('have their time from the place on, which another call left late', async () => {
    const { clock, read, answer } = slowManager();
    read('hangs');
    const slow = read('slow');
    await expect.poll(slow.isAsked).toBe(true);
    await clock.advance(25_000);
    const quick = read('quick');
    await clock.advance(4_000);
    answer('slow');
    expect(await slow.answer).toBe('answer of slow');
    await expect.poll(quick.isAsked).toBe(true);
    await clock.advance(20_000);
    answer('quick');
    expect(await quick.answer).toBe('answer of quick');
  });

  it('report a busy manager when others keep both places, and a slow one for these', async () => {
    const { clock, read } = slowManager();
    const [first, second, quick] = [read('first'), read('second'), read('quick')];
    await expect.poll(second.isAsked).toBe(true);
    await clock.advance(10_000);
    expect(await quick.answer).toMatchObject({ code: 'SDWAN_BUSY' });
    expect(quick.isAsked()).toBe(false);
    await clock.advance(20_000);
    expect(await Promise.all([first.answer, second.answer])).toMatchObject([
      { code: 'SDWAN_SLOW' },
      { code: 'SDWAN_SLOW' },
    ]);
  });

  it('leave the wait for a place with their page, without taking one', async () => {
    const { read, answer } = slowManager();
    const leaving = new AbortController();
    read('first');
    read('second');
    const left = read('left', leaving.signal);
    const stays = read('stays');
    leaving.abort(new Error('the page closed'));
    expect(await left.answer).toMatchObject({ message: 'the page closed' });
    answer('first');
    await expect.poll(stays.isAsked).toBe(true);
    expect(left.isAsked()).toBe(false);
  });

  it('end the session a minute after the last one, also where a page closed before its call began', async () => {
    const { clock, read, answer, signOuts } = slowManager();
    const only = read('only');
    await expect.poll(only.isAsked).toBe(true);
    answer('only');
    await only.answer;
    const late = read('late', AbortSignal.abort(new Error('the page closed')));
    expect(await late.answer).toMatchObject({ message: 'the page closed' });
    await clock.advance(60_000);
    expect(signOuts()).toBe(1);
  });
});
