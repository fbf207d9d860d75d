import { describe, expect, it } from 'vitest';
import { frameMargin } from '#platform/bus/frame.ts';
import { ROW_BYTES, RowSink } from './row-sink.ts';
import type { RowsMessage } from './rows-message.ts';

const row = (value: number): Uint8Array => new Uint8Array(ROW_BYTES).fill(value);

describe('a message of rows', () => {
  const messages: RowsMessage[] = [];
  const sink = new RowSink((message) => messages.push(message));
  const write = (value: number): RowsMessage => {
    sink.reserve(row(value));
    sink.commit(value);
    sink.flush();
    return messages.at(-1)!;
  };

  it('keeps its bytes until it is released, then its buffer is reused', () => {
    const first = write(1);
    // A buffer was in hand before the release: the next but one is the released one.
    const second = write(2);
    first.release?.();
    const third = write(3);
    const fourth = write(4);
    expect([second, third, fourth].map(({ bytes }) => bytes[0])).toEqual([2, 3, 4]);
    expect(new Set([first, second, third, fourth].map(({ bytes }) => bytes.buffer)).size).toBe(3);
    expect(fourth.bytes.buffer).toBe(first.bytes.buffer);
  });

  it('leaves room around its bytes for the protocol frame, even when it is full', () => {
    const before = messages.length;
    for (let at = 0; messages.length === before; at += 1) {
      sink.reserve(row(at % 251));
      sink.commit(at);
    }
    const { bytes, rows } = messages.at(-1)!;
    expect(bytes).toHaveLength(rows * ROW_BYTES);
    expect(bytes.byteOffset).toBe(frameMargin.before);
    expect(bytes.buffer.byteLength - bytes.byteOffset - bytes.length).toBe(frameMargin.behind);
    expect([0, 250, rows - 1].map((at) => bytes[at * ROW_BYTES])).toEqual([0, 250, (rows - 1) % 251]);
    // The default bound of a message of NATS, headers included.
    expect(bytes.buffer.byteLength).toBeLessThan(1024 ** 2);
  });
});
