import { describe, expect, it } from 'vitest';
import { contractOf, hasContract } from './contract.ts';

describe('the contracted bandwidth of an interface', () => {
  it.each([
    ['is none where it is not stated', null, null, undefined, undefined, false],
    ['is none where it is 0', 0, 0, undefined, undefined, false],
    ['may be of one direction', 0, 10_000_000, undefined, 10_000_000, true],
    ['may be of both', 20_000_000, 5_000_000, 20_000_000, 5_000_000, true],
  ])('%s', (_, bandwidthInBps, bandwidthOutBps, inBps, outBps, has) => {
    const entry = { bandwidthInBps, bandwidthOutBps };
    expect([contractOf(entry), hasContract(entry)]).toEqual([{ inBps, outBps }, has]);
  });
});
