import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AnswerTurns } from './answer-turns.ts';

describe('answers to calls', () => {
  const { signal } = new AbortController();

  it('are one in each turn of the event loop, customers in turn', async () => {
    const turns = new AnswerTurns();
    const order: number[] = [];
    const answered = new Set<number>();
    const asked = Promise.all(
      [1, 1, 1, 2].map(async (customer) => {
        await turns.next(customer, signal);
        order.push(customer);
        answered.add(turn);
      }),
    );
    let turn = 0;
    for (; order.length < 4; turn += 1) await setImmediate();
    await asked;
    expect(order).toEqual([1, 1, 2, 1]);
    expect(answered.size).toBe(4);
  });

  it('have no turn when their caller has left', async () => {
    const turns = new AnswerTurns();
    const leaving = new AbortController();
    const [stays, leaves] = [turns.next(1, signal), turns.next(1, leaving.signal)];
    leaving.abort(new Error('left'));
    await expect(leaves).rejects.toThrow('left');
    await stays;
    await expect(turns.next(1, signal)).resolves.toBeUndefined();
  });
});
