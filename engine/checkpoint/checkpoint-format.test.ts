import { serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { createPartition } from '../partition/partition.ts';
import { decodeCheckpoint, encodeCheckpoint } from './checkpoint-format.ts';

const state = () =>
  createPartition({
    windowSeconds: 300,
    latenessMs: 60_000,
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
  expect(decodeCheckpoint(encodeCheckpoint(state()))).toEqual({ ok: true, state: state() });
});

it.each([
  { title: 'nothing at all', bytes: new Uint8Array(), reason: 'it is no checkpoint' },
  { title: 'other bytes', bytes: Buffer.from('{"a":1}'), reason: 'it is no checkpoint' },
  {
    title: 'another version',
    bytes: Buffer.from([0x54, 0x54, 0x43, 99, 0]),
    reason: 'version 99 is not known',
  },
])('$title is refused: $reason', ({ bytes, reason }) => {
  expect(decodeCheckpoint(bytes)).toEqual({ ok: false, reason });
});

it('a checkpoint cut short is refused', () => {
  const bytes = encodeCheckpoint(state());
  expect(decodeCheckpoint(bytes.subarray(0, bytes.length - 9)).ok).toBe(false);
  expect(decodeCheckpoint(Buffer.concat([bytes.subarray(0, 4), serialize('text')]))).toMatchObject({
    ok: false,
  });
});
