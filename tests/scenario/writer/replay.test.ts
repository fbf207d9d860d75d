import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, lastDeadLetter, sameEverywhere } from '../../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';

const atMs = Date.now();
const run = promisify(execFile);
const script = join(import.meta.dirname, '../../../ingest/writer/dead-letter/replay-command.ts');

describe('dead letters', () => {
  let stack: Stack;
  let writer: WriterProcess;
  const command = async (...args: string[]): Promise<string> =>
    (await run(process.execPath, [script, ...args], { env: { ...process.env, ...stack.env } })).stdout;
  const rawFlows = async (): Promise<number> => (await flowTotals(stack.clickhouse))['raw']?.flows ?? 0;

  beforeAll(async () => {
    stack = await openStack();
    writer = startWriter(stack.env);
    await writer.started;
    await stack.clickhouse.command('ALTER TABLE flows ADD CONSTRAINT small CHECK bytes < 100');
    for (const first of [10, 100, 200])
      await stack.bus.publisher(1).publish(flowMessage(0, { first, count: 5, atMs }));
    await until('the message that is in order is written', async () => (await rawFlows()) === 5);
    await until('two are parked', async () => ((await lastDeadLetter(stack.bus, 'flows'))?.seq ?? 0) === 2);
  });
  afterAll(async () => {
    await writer.kill();
    await stack.close();
  });

  it('are listed with source, rows and cause', async () => {
    const lines = (await command('list')).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^1 {2}\d{4}-.*flows\.0:\d+ {2}5 rows {2}.*small/);
    expect(lines[2]).toBe('2 dead letters');
    expect(await command('list', '--stream', 'samples')).toBe('0 dead letters\n');
    expect(await command('list', '--from', '2')).toContain('1 dead letters');
  });

  it('that are still rejected are parked again when they are replayed', async () => {
    expect(await command('replay', '--to', '1')).toContain('1 replayed');
    await until('it is parked again', async () => (await lastDeadLetter(stack.bus, 'flows'))?.seq === 3);
    expect(await rawFlows()).toBe(5);
  });

  it('are written, each once, when they are replayed after the cause is fixed', async () => {
    await stack.clickhouse.command('ALTER TABLE flows DROP CONSTRAINT small');
    expect(await command('replay', '--stream', 'flows')).toContain('2 replayed');
    // The rollups follow the raw table within the insert: the last of them is the last to show the rows.
    const inLast = async (): Promise<number> => (await flowTotals(stack.clickhouse))['1d']?.flows ?? 0;
    await until('all are written', async () => (await inLast()) === 15);
    const bytes = [10, 100, 200].reduce((sum, first) => sum + 5 * first + 10, 0);
    expect(await flowTotals(stack.clickhouse)).toEqual(sameEverywhere({ flows: 15, bytes }));
    expect(await command('list')).toBe('0 dead letters\n');
  });

  it('are requested correctly or not at all', async () => {
    await expect(command('burn')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected list or replay'),
    });
    await expect(command('list', '--stream', 'x')).rejects.toMatchObject({
      stderr: expect.stringContaining('--stream must be one of flows, samples'),
    });
    await expect(command('list', '--from', 'x')).rejects.toMatchObject({ code: 2 });
  });
});
