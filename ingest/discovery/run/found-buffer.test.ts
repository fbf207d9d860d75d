import { describe, expect, it } from 'vitest';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import { FoundBuffer } from './found-buffer.ts';

const device = (address: string) => ({ address }) as FoundDevice;

describe('found devices', () => {
  it('that arrive during a statement go into the next one together', async () => {
    const statements: number[] = [];
    const replies: (() => void)[] = [];
    const buffer = new FoundBuffer(async (found) => {
      statements.push(found.length);
      await new Promise<void>((resolve) => {
        replies.push(resolve);
      });
    });
    const first = buffer.add(device('10.0.0.1'));
    await expect.poll(() => statements).toEqual([1]);
    const others = Array.from({ length: 500 }, (_, at) => buffer.add(device(`10.0.1.${String(at)}`)));
    expect(statements).toEqual([1]);
    replies[0]!();
    await first;
    await expect.poll(() => statements).toEqual([1, 500]);
    replies[1]!();
    await Promise.all(others);
  });

  it('of a failed statement are reported as not stored, and later ones are stored', async () => {
    let fails = true;
    const buffer = new FoundBuffer(() => (fails ? Promise.reject(new Error('no disk')) : Promise.resolve()));
    await expect(buffer.add(device('10.0.0.1'))).rejects.toThrow('no disk');
    fails = false;
    await buffer.add(device('10.0.0.2'));
  });
});
