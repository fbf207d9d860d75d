import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { forEachPart, targetOfElements, targetOfMatching } from './change-target.ts';

const element = (id: number, customer: number) => ({ id, customer }) as never;

describe('the elements of a change', () => {
  it('are sent by customer, and known as one when they are one', () => {
    expect(targetOfElements('device', [element(1, 7), element(2, 8), element(3, 7)])).toEqual({
      kind: 'device',
      count: 3,
      element: undefined,
      parts: [
        { customerId: 7, chosen: { ids: [1, 3] } },
        { customerId: 8, chosen: { ids: [2] } },
      ],
    });
    expect(targetOfElements('site', [element(1, 7)]).element).toMatchObject({ id: 1 });
  });

  it('that match filters are those of every customer of the list, and none of those without any', async () => {
    const target = targetOfMatching('site', [7, 8, 9], { count: 2, matching: { q: 'x' } });
    const missing = new ApiProblem({ code: 'NOT_FOUND', status: 404 });
    const replies = await forEachPart(target, ({ customerId }) =>
      customerId === 8 ? Promise.reject(missing) : Promise.resolve(customerId),
    );
    expect(replies).toEqual([7, 9]);
    await expect(forEachPart(target, () => Promise.reject(missing))).rejects.toBe(missing);
    const denied = new ApiProblem({ code: 'FORBIDDEN', status: 403 });
    await expect(forEachPart(target, () => Promise.reject(denied))).rejects.toBe(denied);
  });
});
