import { expect, it } from 'vitest';
import type { Checked } from './check-message.ts';
import { RangeMemory } from './range-memory.ts';

const MIB = 1024 ** 2;

function message(seq: number, bytes: number): Checked {
  const data = new Uint8Array(bytes).fill(seq);
  const header = (name: string) => (name === 'Telltale-Table' ? `table ${String(seq)}` : undefined);
  return { message: { seq, subject: 'flows.0', data, timeMs: seq, header }, rows: 1, cause: undefined };
}
const allOf = ({ message: { data, seq } }: Checked): boolean => Buffer.alloc(data.length, seq).equals(data);

it('keeps messages as they came, one behind the other, whatever becomes of the bytes they came in', () => {
  const memory = new RangeMemory();
  const came = [1, 2, 3].map((seq) => message(seq, 100));
  const kept = came.map((one) => memory.keep(one));
  for (const { message: one } of came) one.data.fill(99);
  expect(kept.every(allOf)).toBe(true);
  expect(kept.map(({ message: { data } }) => data.byteOffset)).toEqual([0, 100, 200]);
  expect(kept.map(({ message: { header } }) => header('Telltale-Table'))).toEqual([
    'table 1',
    'table 2',
    'table 3',
  ]);
  expect(kept.map(({ message: { seq, timeMs }, rows }) => [seq, timeMs, rows])).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
  ]);
});

it('never gives a place to another message before it is released, in any order of ranges', () => {
  const memory = new RangeMemory();
  const live: Checked[][] = [];
  const buffers = new Set<ArrayBufferLike>();
  for (let seq = 1; seq < 120; seq += 1) {
    const range = Array.from({ length: 8 }, () => memory.keep(message(seq, MIB / 8 + seq)));
    for (const { message: one } of range) buffers.add(one.data.buffer);
    live.push(range);
    expect(live.flat().every(allOf)).toBe(true);
    if (live.length === 9) for (const at of [4, 0, 1]) memory.release(live.splice(at, 1)[0] ?? []);
  }
  // 120 MiB went through; nine ranges of 1 MiB were held at most.
  expect(buffers.size).toBeLessThan(12);
});

it('leaves empty and very large messages where they are', () => {
  const memory = new RangeMemory();
  for (const one of [message(1, 0), message(2, 2 * MIB)]) {
    expect(memory.keep(one)).toBe(one);
    memory.release([one]);
  }
});
