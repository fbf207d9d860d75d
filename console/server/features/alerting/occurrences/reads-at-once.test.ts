import { describe, expect, it } from 'vitest';
import { ReadsAtOnce } from './reads-at-once.ts';

describe('a read that is requested while it runs', () => {
  it('is made once for all who request it, and again afterwards', async () => {
    const reads = new ReadsAtOnce<number>();
    const release = Promise.withResolvers<number>();
    let made = 0;
    const read = () => {
      made += 1;
      return release.promise;
    };
    const all = [reads.run('a', read), reads.run('a', read), reads.run('b', read)];
    expect(made).toBe(2);
    release.resolve(7);
    expect(await Promise.all(all)).toEqual([7, 7, 7]);
    expect(reads.size).toBe(0);
    await reads.run('a', read);
    expect(made).toBe(3);
  });

  it('fails for all of them, and is not retained', async () => {
    const reads = new ReadsAtOnce<number>();
    const release = Promise.withResolvers<number>();
    const both = [1, 2].map(() => reads.run('a', () => release.promise));
    release.reject(new Error('the store is away'));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await reads.run('a', () => Promise.resolve(1))).toBe(1);
  });
});
