import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureFile, ipBytes, type Packet } from '#tests/fixtures/flow/capture-file.ts';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startFlowCollector } from '../../fixtures/process/flow-process.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';

/** 60 conversations of 5 packets each, TCP and UDP, within the last minute. */
const packets: readonly Packet[] = Array.from({ length: 300 }, (_, count) => {
  const flow = count % 60;
  return {
    atMs: Math.floor(Date.now() / 1000) * 1000 - 50_000 + count * 20,
    source: `10.11.0.${String(1 + (flow % 20))}`,
    destination: `10.12.0.${String(1 + (flow % 7))}`,
    protocol: flow % 3 === 0 ? ('udp' as const) : ('tcp' as const),
    sourcePort: 40_000 + flow,
    destinationPort: flow % 3 === 0 ? 53 : 443,
    payloadBytes: (count * 37) % 1_200,
  };
});
const sent = {
  flows: 60,
  packets: packets.length,
  bytes: packets.reduce((sum, packet) => sum + ipBytes(packet), 0),
};

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'telltale-softflowd-'));
const capture = join(folder, 'traffic.pcap');

let stack: Stack;
let writer: WriterProcess;

beforeAll(async () => {
  writeFileSync(capture, captureFile(packets));
  stack = await openStack();
  writer = startWriter({ ...stack.env, PARTITIONS: '2' });
  await writer.started;
});
afterAll(async () => {
  await writer.stop();
  await stack.close();
  rmSync(folder, { recursive: true });
});

interface Sums {
  readonly flows: number;
  readonly packets: number;
  readonly bytes: number;
}

const sums = async (table: string, flows: string): Promise<Sums> =>
  (
    await stack.clickhouse.query<Sums>(
      `SELECT ${flows} AS flows, sum(packets) AS packets, sum(bytes) AS bytes FROM ${table} WHERE customer = 3`,
    )
  )[0] ?? { flows: 0, packets: 0, bytes: 0 };

/** What softflowd says at its end of what it exported, protocol by protocol. */
function ownStatistics(output: string): Sums {
  const exported = /^Flows exported: (\d+)/m.exec(output)?.[1];
  const lines = [...output.matchAll(/^ +(?:tcp|udp) \(\d+\): +(\d+) +(\d+) /gm)];
  const total = (group: number): number => lines.reduce((sum, line) => sum + Number(line[group]), 0);
  return { flows: Number(exported), packets: total(2), bytes: total(1) };
}

describe.each([
  ['NetFlow v5', '5'],
  ['NetFlow v9', '9'],
  ['IPFIX', '10'],
])('softflowd exporting %s', (_, version) => {
  it("arrives in the raw table and in every rollup with softflowd's own sums, which are those of the capture", async () => {
    await stack.clickhouse.command('TRUNCATE TABLE flows');
    for (const rollup of ['flows_5m', 'flows_1h', 'flows_1d'])
      await stack.clickhouse.command(`TRUNCATE TABLE ${rollup}`);
    const collector = await startFlowCollector(stack.bus);
    const { stdout, stderr } = await run('softflowd', [
      '-r',
      capture,
      '-v',
      version,
      '-n',
      `127.0.0.1:${String(collector.port)}`,
      '-d',
      '-c',
      'none',
      '-p',
      join(folder, 'pid'),
    ]);
    expect(ownStatistics(`${stdout}\n${stderr}`)).toEqual(sent);
    await expect.poll(() => sums('flows', 'count()'), { timeout: 120_000 }).toEqual(sent);
    await collector.stop();
    for (const rollup of ['flows_5m', 'flows_1h', 'flows_1d'])
      await expect.poll(() => sums(rollup, 'sum(flows)')).toEqual(sent);
    const [ends] = await stack.clickhouse.query<{ source: number; destination: number; dscp: number }>(
      'SELECT countIf(source_site = 11) AS source, countIf(destination_site = 12) AS destination, max(dscp) AS dscp FROM flows',
    );
    expect(ends).toMatchObject({ source: sent.flows, destination: sent.flows });
  });
});
