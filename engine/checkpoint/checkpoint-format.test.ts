import { runSync } from '#platform/clock/steps.ts';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { createPartition } from '../partition/partition.ts';
import { decodeCheckpoint, encodeCheckpointSteps } from './checkpoint-format.ts';

const state = () =>
  createPartition({
    windowSeconds: 300,
    allowedLatenessMs: 60_000,
    inventory: {
      customers: new Map(),
      sites: new Map(),
      devices: new Map(),
      interfaces: new Map(),
      exporters: new Map(),
    },
    alarms: [],
    output: { measures: () => undefined, events: () => undefined },
  }).state();

it('a checkpoint is read as it was written', () => {
  expect(decodeCheckpoint(runSync(encodeCheckpointSteps(state())))).toEqual({ ok: true, state: state() });
});

it('large arrays of a checkpoint are copied in steps and read as they were written', () => {
  const numbers = Float32Array.from({ length: 300_000 }, (_, index) => index / 7);
  const bytes = Uint8Array.from({ length: 9_000_001 }, (_, index) => index % 251);
  const history = { key: '1 itf_in_bps été 日本', numerators: numbers, denominators: numbers.toReversed() };
  const large = {
    ...state(),
    // One of an odd length, within another one's buffer, and one that is there twice.
    series: [bytes, bytes.subarray(1, 500_000), new Uint8Array(), bytes],
    evaluator: { histories: [history, { ...history, key: 'é日' }], instances: [] },
  };
  expect([...encodeCheckpointSteps(large)].length).toBeGreaterThan(5);
  const encoded = runSync(encodeCheckpointSteps(large));
  // Not `toEqual`: it takes seconds for millions of values.
  const isLarge = (decoded: unknown) => isDeepStrictEqual(decoded, { ok: true, state: large });
  expect(isLarge(decodeCheckpoint(encoded))).toBe(true);
  // What versions before wrote is the same but for the padding of texts.
  const before = Buffer.concat([encoded.subarray(0, 4), serialize(large)]);
  expect(isLarge(decodeCheckpoint(before))).toBe(true);
});

it.each([
  { title: 'nothing at all', bytes: new Uint8Array(), reason: 'not a checkpoint' },
  { title: 'other bytes', bytes: Buffer.from('{"a":1}'), reason: 'not a checkpoint' },
  {
    title: 'another version',
    bytes: Buffer.from([0x54, 0x54, 0x43, 99, 0]),
    reason: 'version 99 is unknown',
  },
])('$title is rejected: $reason', ({ bytes, reason }) => {
  expect(decodeCheckpoint(bytes)).toEqual({ ok: false, reason });
});

it('a truncated checkpoint is rejected', () => {
  const bytes = runSync(encodeCheckpointSteps(state()));
  expect(decodeCheckpoint(bytes.subarray(0, bytes.length - 9)).ok).toBe(false);
  expect(decodeCheckpoint(Buffer.concat([bytes.subarray(0, 4), serialize('text')]))).toMatchObject({
    ok: false,
  });
});
