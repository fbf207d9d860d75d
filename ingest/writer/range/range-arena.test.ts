import { expect, it } from 'vitest';
import type { CheckedMessage } from '../check-message.ts';
import { RangeArena } from './range-arena.ts';

const MIB = 1024 ** 2;

function message(seq: number, bytes: number): CheckedMessage {
  const data = new Uint8Array(bytes).fill(seq);
  const header = (name: string) => (name === 'Telltale-Table' ? `table ${String(seq)}` : undefined);
  return { message: { seq, subject: 'flows.0', data, timeMs: seq, header }, rows: 1, cause: undefined };
}
const allOf = ({ message: { data, seq } }: CheckedMessage): boolean =>
  Buffer.alloc(data.length, seq).equals(data);

it('copies messages one after the other, independent of the original bytes', () => {
  const arena = new RangeArena();
  const received = [1, 2, 3].map((seq) => message(seq, 100));
  const retained = received.map((one) => arena.copyIn(one));
  for (const { message: one } of received) one.data.fill(99);
  expect(retained.every(allOf)).toBe(true);
  expect(retained.map(({ message: { data } }) => data.byteOffset)).toEqual([0, 100, 200]);
  expect(retained.map(({ message: { header } }) => header('Telltale-Table'))).toEqual([
    'table 1',
    'table 2',
    'table 3',
  ]);
  expect(retained.map(({ message: { seq, timeMs }, rows }) => [seq, timeMs, rows])).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
  ]);
});

it('never reuses the bytes of a message before it is released, in any order of ranges', () => {
  const arena = new RangeArena();
  const live: CheckedMessage[][] = [];
  const buffers = new Set<ArrayBufferLike>();
  for (let seq = 1; seq < 120; seq += 1) {
    const range = Array.from({ length: 8 }, () => arena.copyIn(message(seq, MIB / 8 + seq)));
    for (const { message: one } of range) buffers.add(one.data.buffer);
    live.push(range);
    expect(live.flat().every(allOf)).toBe(true);
    if (live.length === 9) for (const at of [4, 0, 1]) arena.release(live.splice(at, 1)[0] ?? []);
  }
  // 120 MiB passed through. At most nine ranges of 1 MiB were held.
  expect(buffers.size).toBeLessThan(12);
});

it('does not copy empty and very large messages', () => {
  const arena = new RangeArena();
  for (const one of [message(1, 0), message(2, 2 * MIB)]) {
    expect(arena.copyIn(one)).toBe(one);
    arena.release([one]);
  }
});
