import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStack, type Stack } from '#tests/store/stack.ts';
import { startWriter, type WriterProcess } from '../../fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, sameEverywhere } from '../../fixtures/writer-rows.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { atNight } from '#tests/gate/at-night.ts';

const atMs = Date.now();

/** What stands between the writer and ClickHouse does with a request. */
type Mood = 'refuses' | 'loses the answer' | 'passes on';

/** A faulty proxy to ClickHouse. `lost`: successful inserts whose response was dropped. */
async function road(target: URL) {
  const state = { mood: 'refuses' as Mood, rejected: 0, lost: 0 };
  const server: Server = createServer((incoming, outgoing) => {
    const { mood } = state;
    if (mood === 'refuses') {
      state.rejected += 1;
      incoming.destroy();
      return;
    }
    const { hostname, port } = target;
    const socketPath = target.searchParams.get('socket') ?? undefined;
    const { url: path, method, headers } = incoming;
    const onward = request({ hostname, port, socketPath, path, method, headers }, (response) => {
      if (mood === 'passes on') {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
        return;
      }
      // ClickHouse has inserted the rows when it responds.
      response.resume();
      response.on('end', () => {
        state.lost += 1;
        outgoing.destroy();
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.searchParams.delete('socket');
  url.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    state,
    url: url.href,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

describe('a writer whose store is away', () => {
  let stack: Stack;
  let way: Awaited<ReturnType<typeof road>>;
  let writer: WriterProcess;
  beforeAll(async () => {
    stack = await openStack();
    way = await road(new URL(stack.env.CLICKHOUSE_URL));
    writer = startWriter({
      ...stack.env,
      CLICKHOUSE_URL: way.url,
      WRITER_RANGE_MS: '50',
      LOG_LEVEL: 'fatal',
    });
    await writer.started;
  });
  afterAll(async () => {
    await writer.kill();
    way.close();
    await stack.close();
  });
  const publish = async (first: number): Promise<void> => {
    await stack.bus.publisher(1).publish(flowMessage(0, { first, count: 100, atMs }));
  };
  const health = async (path: string) => {
    const { healthPort } = await writer.started;
    return fetch(`http://127.0.0.1:${String(healthPort)}${path}`);
  };

  it('is not ready, counts its attempts and loses nothing', async () => {
    await publish(0);
    await until('three attempts', () => way.state.rejected >= 3);
    expect((await health('/health/ready')).status).toBe(503);
    expect(await (await health('/metrics')).text()).toMatch(
      /telltale_writer_retries_total\{stream="flows",partition="0",attempt="insert"\} [3-9]/,
    );
    expect((await flowTotals(stack.clickhouse))['raw']?.flows).toBe(0);
  });

  it('inserts a range again after its response was lost, and stores it once', async () => {
    way.state.mood = 'loses the answer';
    await until('three inserts whose responses were lost', () => way.state.lost >= 3);
    way.state.mood = 'passes on';
    await publish(100);
    await until(
      'all is there',
      async () => (await flowTotals(stack.clickhouse))['1d']?.flows === 200,
      30_000,
    );
    expect(await flowTotals(stack.clickhouse)).toEqual(
      sameEverywhere({ flows: 200, bytes: (200 * 199) / 2 }),
    );
    await until('ready again', async () => (await health('/health/ready')).status === 200);
  });

  atNight(
    'whose disk is full says so, leaves the rows in their stream and stores each once when there is space',
    async () => {
      const storeFull = async (): Promise<string | undefined> =>
        /telltale_writer_store_full\{stream="flows",partition="0"\} (\d)/.exec(
          await (await health('/metrics')).text(),
        )?.[1];
      // More than any disk has: ClickHouse refuses the insert as one that is full does.
      await stack.clickhouse.command(
        'ALTER TABLE flows MODIFY SETTING min_free_disk_bytes_to_perform_insert = 1000000000000000',
      );
      await publish(200);
      await until('the store is full', async () => (await storeFull()) === '1');
      expect((await health('/health/ready')).status).toBe(503);
      const waiting = await stack.bus.lastMessage('FLOWS', 'flows.0');
      expect(waiting?.data.length).toBeGreaterThan(0);
      await stack.clickhouse.command('ALTER TABLE flows RESET SETTING min_free_disk_bytes_to_perform_insert');
      await until(
        'all is there',
        async () => (await flowTotals(stack.clickhouse))['1d']?.flows === 300,
        30_000,
      );
      expect(await flowTotals(stack.clickhouse)).toEqual(
        sameEverywhere({ flows: 300, bytes: (300 * 299) / 2 }),
      );
      expect(await storeFull()).toBe('0');
    },
  );
});
