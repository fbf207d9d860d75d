import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import type { ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { ManagerSessions } from './shared-sessions.ts';

const row = { id: 1, version: 1, certificate: null } as SdwanServerRow;
const callTo = (path: string) => ({ path, headers: {}, clientId: '' });

/** A manager whose responses the test gives. */
function slowManager() {
  const clock = new ManualClock();
  const requested: { readonly path: string; readonly response: (value: string) => void }[] = [];
  let closed = 0;
  const client: Pick<ManagerClient, 'read' | 'close'> = {
    read: ({ path }, signal) =>
      new Promise((resolve, reject) => {
        requested.push({ path, response: resolve });
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    close() {
      closed += 1;
      return Promise.resolve();
    },
  };
  const sessions = new ManagerSessions({ clock, open: () => client as ManagerClient });
  const read = (path: string, signal = new AbortController().signal) => {
    const response = sessions.read(row, callTo(path), signal).catch((error: unknown) => error);
    return { response, isRequested: () => requested.some((one) => one.path === path) };
  };
  const response = (path: string) =>
    requested.find((one) => one.path === path)?.response(`answer of ${path}`);
  return { clock, read, response, signOuts: () => closed };
}

describe('calls of dashlets to one manager', () => {
  it('run two at a time, in the order of arrival', async () => {
    const { read, response } = slowManager();
    const [first, second, third] = [read('first'), read('second'), read('third')];
    await Promise.resolve();
    expect([first.isRequested(), second.isRequested(), third.isRequested()]).toEqual([true, true, false]);
    response('second');
    expect(await second.response).toBe('answer of second');
    await expect.poll(third.isRequested).toBe(true);
    response('third');
    expect(await third.response).toBe('answer of third');
  });

  it('have their time from the place on, which another call left late', async () => {
    const { clock, read, response } = slowManager();
    read('hangs');
    const slow = read('slow');
    await expect.poll(slow.isRequested).toBe(true);
    await clock.advance(25_000);
    const quick = read('quick');
    await clock.advance(4_000);
    response('slow');
    expect(await slow.response).toBe('answer of slow');
    await expect.poll(quick.isRequested).toBe(true);
    await clock.advance(20_000);
    response('quick');
    expect(await quick.response).toBe('answer of quick');
  });

  it('report a busy manager when others keep both places, and a slow one for these', async () => {
    const { clock, read } = slowManager();
    const [first, second, quick] = [read('first'), read('second'), read('quick')];
    await expect.poll(second.isRequested).toBe(true);
    await clock.advance(10_000);
    expect(await quick.response).toMatchObject({ code: 'SDWAN_BUSY' });
    expect(quick.isRequested()).toBe(false);
    await clock.advance(20_000);
    expect(await Promise.all([first.response, second.response])).toMatchObject([
      { code: 'SDWAN_SLOW' },
      { code: 'SDWAN_SLOW' },
    ]);
  });

  it('leave the wait for a place with their page, without taking one', async () => {
    const { read, response } = slowManager();
    const leaving = new AbortController();
    read('first');
    read('second');
    const left = read('left', leaving.signal);
    const stays = read('stays');
    leaving.abort(new Error('the page closed'));
    expect(await left.response).toMatchObject({ message: 'the page closed' });
    response('first');
    await expect.poll(stays.isRequested).toBe(true);
    expect(left.isRequested()).toBe(false);
  });

  it('end the session a minute after the last one, also where a page closed before its call began', async () => {
    const { clock, read, response, signOuts } = slowManager();
    const only = read('only');
    await expect.poll(only.isRequested).toBe(true);
    response('only');
    await only.response;
    const late = read('late', AbortSignal.abort(new Error('the page closed')));
    expect(await late.response).toMatchObject({ message: 'the page closed' });
    await clock.advance(60_000);
    expect(signOuts()).toBe(1);
  });
});
