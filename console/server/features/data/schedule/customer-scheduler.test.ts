import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CustomerScheduler } from './customer-scheduler.ts';

describe('responses to calls', () => {
  const { signal } = new AbortController();

  it('are one of a customer in each turn of the event loop', async () => {
    const scheduler = new CustomerScheduler();
    const responded: { readonly customer: number; readonly turn: number }[] = [];
    let turn = 0;
    const requested = Promise.all(
      [1, 1, 1, 2].map(async (customer) => {
        await scheduler.leave({ customer, place: 0, signal });
        responded.push({ customer, turn });
      }),
    );
    for (; responded.length < 4; turn += 1) await setImmediate();
    await requested;
    expect(new Set(responded.filter(({ customer }) => customer === 1).map((each) => each.turn)).size).toBe(3);
    expect(responded.findIndex(({ customer }) => customer === 2)).toBeLessThan(2);
  });

  /** Pauses while a customer has responses, a millisecond each, after another customer sent a request or not. */
  async function pausesOf(responses: number, isOtherRequesting: boolean): Promise<number> {
    let [now, pauses] = [0, 0];
    const scheduler = new CustomerScheduler(undefined, {
      now: () => now,
      wait(ms) {
        now += ms;
        pauses += 1;
        return Promise.resolve();
      },
    });
    if (isOtherRequesting) await scheduler.enter({ customer: 2, place: 0, signal });
    await Promise.all(
      Array.from({ length: responses }, async () => {
        await scheduler.leave({ customer: 1, place: 0, signal });
        now += 1;
      }),
    );
    return pauses;
  }

  it('leave time for other customers that send requests, where a customer has many', async () => {
    expect(await pausesOf(200, false)).toBe(0);
    expect(await pausesOf(60, true)).toBe(0);
    // 10 ms after every 5 ms, while the other customer has sent a request within the last 200 ms.
    expect(await pausesOf(200, true)).toBe(13);
  });

  it('come in the order of their places in their calls', async () => {
    const scheduler = new CustomerScheduler();
    const order: number[] = [];
    await Promise.all(
      [3, 0, 2, 1].map(async (place) => {
        await scheduler.leave({ customer: 1, place, signal });
        order.push(place);
      }),
    );
    // The first one waits for no other.
    expect(order).toEqual([3, 0, 1, 2]);
  });

  it('have no turn when their caller has left', async () => {
    const scheduler = new CustomerScheduler();
    const leaving = new AbortController();
    const [stays, leaves] = [
      scheduler.leave({ customer: 1, place: 0, signal }),
      scheduler.leave({ customer: 1, place: 0, signal: leaving.signal }),
    ];
    leaving.abort(new Error('left'));
    await expect(leaves).rejects.toThrow('left');
    await stays;
    await expect(scheduler.leave({ customer: 1, place: 0, signal })).resolves.toBeUndefined();
  });
});
