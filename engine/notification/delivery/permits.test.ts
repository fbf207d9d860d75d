import { expect, it } from 'vitest';
import { Permits } from './permits.ts';

it('as many tasks run at once as there are permits, the others in their order, whatever fails', async () => {
  const permits = new Permits(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const task = (number: number) =>
    permits.run(async () => {
      begun.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('failed');
      return number;
    });
  const running = Promise.allSettled([0, 1, 2, 3].map(task));
  await expect.poll(() => begun).toEqual([0, 1]);
  ends[0]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  for (const end of ends) end();
  expect((await running).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
