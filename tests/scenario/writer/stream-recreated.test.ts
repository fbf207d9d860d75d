import { afterAll, beforeAll, expect, it } from 'vitest';
import { buckets, streams } from '#schemas/bus/stream.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, sameEverywhere } from '../../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

let stack: Stack;
let writer: WriterProcess | undefined;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(async () => {
  await writer?.kill();
  await stack.close();
});

it('a recreated stream is read from its beginning, with new tokens', async () => {
  const atMs = Date.now();
  const { bus, clickhouse, env } = stack;
  // What a writer left that had come to sequence 50 of the stream before, ranges 1 to 2 among its tokens.
  const intents = await bus.bucket(buckets.intents);
  await intents.put('flows.0', JSON.stringify({ epoch: 'before', written: 50, intents: [] }));
  const positions = await bus.bucket(buckets.positions);
  await positions.put('flows.0.writer', '50');
  const publisher = bus.publisher(1);
  for (const first of [0, 10]) await publisher.publish(flowMessage(0, { first, count: 10, atMs }));
  writer = startWriter(env);
  await until('all rows are there', async () => (await flowTotals(clickhouse))['1d']?.flows === 20);
  expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows: 20, bytes: 190 }));
  const position = async () => new TextDecoder().decode((await positions.get('flows.0.writer'))?.value);
  await until('the position is that of the new stream', async () => (await position()) === '2');
  const first = async () => (await bus.streamState(streams.flows.name)).firstSeq;
  await until('what is stored is purged, except for the last message', async () => (await first()) === 2);
});

atNight(
  'a stream that is recreated while it is read is read from its beginning too',
  async () => {
    const atMs = Date.now();
    const { bus, clickhouse } = stack;
    await bus.request(`$JS.API.STREAM.DELETE.${streams.flows.name}`, '', 10_000);
    await bus.ensureStreams([streams.flows]);
    // More than had been read of the one before: its numbers reach beyond.
    const publisher = bus.publisher(1);
    for (const first of [20, 30, 40]) await publisher.publish(flowMessage(0, { first, count: 10, atMs }));
    await until('all rows are there', async () => (await flowTotals(clickhouse))['1d']?.flows === 50, 60_000);
    expect(await flowTotals(clickhouse)).toEqual(sameEverywhere({ flows: 50, bytes: 1_225 }));
  },
  120_000,
);
