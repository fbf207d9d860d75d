import { expect, it } from 'vitest';
import { generator, mutate } from '#tests/fixtures/flow/mutate.ts';
import {
  counterSample,
  expandedSample,
  flowSample,
  frames,
  gateway,
  packetV4,
  packetV6,
  rawHeader,
  router,
  sampledV4,
  sflow,
} from '#tests/fixtures/flow/sflow-builder.ts';
import { sflowDecoding } from '#tests/fixtures/flow/sflow-decoding.ts';
import { rounds } from '#tests/fixtures/rounds.ts';

/** `FUZZ_MUTATIONS=1000000` for the long run. */
const MUTATIONS = Number(process.env['FUZZ_MUTATIONS'] ?? rounds(200_000));

const extension = Buffer.from([17, 0, 0, 0, 0, 0, 0, 0]);
const seeds = [
  ...Object.values(frames).map((frame) => sflow({}, flowSample({}, rawHeader(frame(packetV4({})))))),
  sflow({}, expandedSample({}, rawHeader(frames.v6(packetV6([extension], 0))), router(), gateway())),
  sflow({}, flowSample({}, sampledV4()), counterSample(), flowSample({}, gateway(), sampledV4())),
];

it('an sFlow datagram truncated at every byte does not throw', () => {
  const { send } = sflowDecoding(false);
  for (const seed of seeds)
    for (let length = 0; length < seed.length; length += 1)
      // A separate copy, so that a read past the end is a RangeError.
      expect(() => send(new Uint8Array(seed.subarray(0, length)))).not.toThrow();
});

it('a mutated sFlow datagram neither throws nor creates unbounded agents', () => {
  const next = generator(seeds.length);
  const { send, entries } = sflowDecoding(false);
  for (let count = 0; count < MUTATIONS; count += 1) send(mutate(seeds[next() % seeds.length]!, next));
  expect(entries().length).toBeLessThanOrEqual(64);
});
