import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerNames, headerOf } from '#schemas/bus/header.ts';
import { buckets } from '#schemas/bus/stream.ts';
import { flows } from '#schemas/table/flows.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { flowBody, flowMessage, flowTotals, lastDeadLetter } from '../../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';

const atMs = Date.now();

describe('the writer', () => {
  let stack: Stack;
  let writer: WriterProcess;
  beforeAll(async () => {
    stack = await openStack();
    writer = startWriter(stack.env);
    await writer.started;
  });
  afterAll(async () => {
    await writer.kill();
    await stack.close();
  });
  const rawFlows = async (): Promise<number> => (await flowTotals(stack.clickhouse))['raw']?.flows ?? 0;
  const publish = async (message: ReturnType<typeof flowMessage>): Promise<number> => {
    const sent = await stack.bus.publisher(1).publish(message);
    if (!sent.ok) throw new Error('the stream is full');
    return sent.seq;
  };

  it('shows a flow that was published', async () => {
    const before = await rawFlows();
    await publish(flowMessage(0, { first: 0, count: 1, atMs }));
    await until('the flow is visible', async () => (await rawFlows()) > before);
    expect(await rawFlows()).toBe(before + 1);
  });

  it('parks a message of an unknown schema with its cause and its headers, and continues', async () => {
    const before = await rawFlows();
    const message = flowMessage(1, { first: 0, count: 3, atMs });
    await publish({ ...message, headers: { ...message.headers, [headerNames.schema]: 'deadbeef' } });
    await publish(flowMessage(1, { first: 3, count: 2, atMs }));
    await until('the message behind it is written', async () => (await rawFlows()) === before + 2);
    const parked = await lastDeadLetter(stack.bus, 'flows');
    expect(parked?.header(headerNames.cause)).toBe('unknown schema deadbeef of table flows');
    expect(parked?.header(headerNames.schema)).toBe('deadbeef');
    expect(parked?.header(headerNames.rows)).toBe('3');
    expect(parked?.header('Telltale-Source')).toMatch(/^flows\.1:\d+$/);
    expect(parked?.data).toEqual(message.data);
  });

  it('parks a message whose row count differs from its header', async () => {
    const before = await rawFlows();
    const body = flowBody(0, 2, atMs);
    const headers = headerOf(flows, { rows: 3, first: atMs, last: atMs });
    await publish({ subject: 'flows.0', data: body, headers });
    await publish({ subject: 'flows.0', data: body.subarray(1), headers });
    await publish(flowMessage(0, { first: 0, count: 1, atMs }));
    await until('the message behind them is written', async () => (await rawFlows()) === before + 1);
    const parked = await lastDeadLetter(stack.bus, 'flows');
    expect(parked?.header(headerNames.cause)).toContain('are not whole rows');
  });

  it('finds the one message that the store rejects, parks it and writes the others', async () => {
    await stack.clickhouse.command('ALTER TABLE flows ADD CONSTRAINT no_666 CHECK bytes != 666000666');
    const before = await rawFlows();
    await publish(flowMessage(0, { first: 10, count: 5, atMs }));
    await publish(flowMessage(0, { first: 666_000_660, count: 10, atMs }));
    await publish(flowMessage(0, { first: 20, count: 5, atMs }));
    await until('the others are written', async () => (await rawFlows()) === before + 10);
    await until(
      'the rejected message is parked',
      async () =>
        (await lastDeadLetter(stack.bus, 'flows'))?.header(headerNames.cause)?.includes('no_666') === true,
    );
    await stack.clickhouse.command('ALTER TABLE flows DROP CONSTRAINT no_666');
    expect(await rawFlows()).toBe(before + 10);
  });

  it('publishes its position and purges what it has written, but for the last message of the subject', async () => {
    await publish(flowMessage(1, { first: 0, count: 1, atMs }));
    const last = await publish(flowMessage(1, { first: 1, count: 1, atMs }));
    const positions = await stack.bus.bucket(buckets.positions);
    const position = async () => new TextDecoder().decode((await positions.get('flows.1.writer'))?.value);
    await until('the position is published', async () => (await position()) === String(last));
    const firstStored = async (): Promise<number> => {
      for await (const { seq } of stack.bus.orderedReader({
        stream: 'FLOWS',
        subject: 'flows.1',
        fromSeq: 1,
        signal: new AbortController().signal,
      }))
        return seq;
      return 0;
    };
    await until('all before it is purged', async () => (await firstStored()) >= last);
    expect(await firstStored()).toBe(last);
  });

  it('shows rows, lag, dead letters and retries', async () => {
    const { healthPort } = await writer.started;
    const response = await fetch(`http://127.0.0.1:${String(healthPort)}/metrics`);
    const text = await response.text();
    expect(text).toMatch(/telltale_writer_rows_total\{stream="flows",partition="0"\} \d+/);
    expect(text).toMatch(/telltale_writer_dead_letters_total\{stream="flows",partition="1"\} 1/);
    expect(text).toContain('telltale_writer_lag_seconds');
    const ready = await fetch(`http://127.0.0.1:${String(healthPort)}/health/ready`);
    expect(ready.status).toBe(200);
  });

  it('drains on SIGTERM', async () => {
    expect(await writer.stop()).toBe(0);
  });
});
