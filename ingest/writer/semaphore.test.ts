import { expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';

it('runs as many pieces of work at once as it has permits, and the others in order of arrival', async () => {
  const semaphore = new Semaphore(2);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) =>
    semaphore.run(
      () =>
        new Promise<void>((resolve) => {
          log.push(name);
          ends.push(resolve);
        }),
    );
  const all = ['a', 'b', 'c', 'd'].map(work);
  expect(log).toEqual(['a', 'b']);
  ends[0]?.();
  await all[0];
  await Promise.resolve();
  expect(log).toEqual(['a', 'b', 'c']);
  for (const at of [1, 2]) ends[at]?.();
  await all[2];
  await Promise.resolve();
  ends[3]?.();
  await Promise.all(all);
  expect(log).toEqual(['a', 'b', 'c', 'd']);
});
