import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import type { CheckedMessage } from '../check-message.ts';
import { insertBisecting } from './insert-range.ts';
import { rangeOf, type Range } from './range.ts';

const message = (seq: number): CheckedMessage => ({
  message: { seq, subject: 'flows.0', data: new Uint8Array(1), timeMs: 0, header: () => undefined },
  rows: 1,
  cause: undefined,
});
const rangeTo = (last: number): Range => rangeOf(Array.from({ length: last }, (_, at) => message(at + 1)));
const rejection = new ClickHouseError({ code: '469', type: 'VIOLATED_CONSTRAINT', message: 'no' });

/** A store that rejects any range containing one of these messages. */
function storeRejecting(...rejected: readonly number[]) {
  const inserted: string[] = [];
  const parked: number[] = [];
  return {
    inserted,
    parked,
    insert: (range: Range): Promise<void> => {
      if (range.messages.some(({ message: { seq } }) => rejected.includes(seq)))
        return Promise.reject(rejection);
      inserted.push(`${String(range.first)}-${String(range.last)}`);
      return Promise.resolve();
    },
    park: ({ first }: Range): Promise<void> => {
      parked.push(first);
      return Promise.resolve();
    },
  };
}

describe('a range whose rows the store rejects', () => {
  it('is bisected until the rejected messages stand alone, always at the same places', async () => {
    const [one, other] = [storeRejecting(3, 8), storeRejecting(3, 8)];
    await insertBisecting(one, rangeTo(9));
    await insertBisecting(other, rangeTo(9));
    expect(one.parked).toEqual([3, 8]);
    expect(one.inserted).toEqual(['1-2', '4-4', '5-6', '7-7', '9-9']);
    expect(other).toMatchObject({ parked: one.parked, inserted: one.inserted });
  });

  it('is not bisected when the store is at fault, not the rows', async () => {
    const broken = {
      insert: () => Promise.reject(new ClickHouseError({ code: '241', type: 'MEMORY', message: 'full' })),
      park: () => Promise.reject(new Error('nothing should be parked')),
    };
    await expect(insertBisecting(broken, rangeTo(2))).rejects.toThrow('full');
  });
});
