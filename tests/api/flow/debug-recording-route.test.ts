import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { watchRecordings } from '#platform/debug/load.ts';
import { silentLog } from '#platform/log/log.ts';
import { buckets } from '#schemas/bus/stream.ts';
import type { RecordingRow } from '#schemas/debug/routes.ts';
import { startRecorder } from '#ingest/flow/recording/recording-component.ts';
import { openServer, type Browser, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

const PATH = '/api/v1/mt/debug';

describe('debug mode', () => {
  let server: ServerUnderTest;
  let browser: Browser;
  const ending = new AbortController();
  const siteOf = (clientId: string): number =>
    [...server.inventory().sites.values()].find(
      ({ customer }) => customer === server.customers.get(clientId),
    )!.id;
  const recordings = async (who: Browser): Promise<readonly RecordingRow[]> =>
    (await who.get(PATH)).json<{ recordings: RecordingRow[] }>().recordings;
  const start = (who: Browser, body: object) => who.send('POST', PATH, { body });
  const codeOf = (response: { statusCode: number; json: () => unknown }) => [
    response.statusCode,
    (response.json() as { code: string }).code,
  ];

  beforeAll(async () => {
    server = await openServer();
    const permissions = ['SUPPORT.DEBUG.read'] as const;
    await server.account({ username: 'support', permissions, customers: ['acme', 'globex'] });
    await server.account({ username: 'elsewhere', permissions, customers: ['initech'] });
    browser = await server.signedIn('support');
  });
  afterAll(async () => {
    ending.abort();
    await server.close();
  });

  it('records a site on a real collector from the start to the stop, and lists what was recorded', async () => {
    const { bus, db } = server.stack;
    const needs = { bus, db, clock: systemClock, log: silentLog };
    const states = await bus.bucket(buckets.debug);
    const held = await watchRecordings({ ...needs, signal: ending.signal });
    const { recorder } = await startRecorder(
      { recordings: held, states, clock: systemClock, log: silentLog },
      {
        directory: mkdtempSync(join(tmpdir(), 'telltale-debug-')),
        collector: 'one',
        run: 'r',
        maxFolderBytes: 1e9,
      },
      ending.signal,
    );
    const site = siteOf('acme');
    // The clock of the server under test stands still in the past: a day covers the difference.
    const started = await start(browser, { site, minutes: 24 * 60, comment: 'ticket 4711' });
    const { id } = started.json<{ id: number }>();
    await db
      .updateTable('debug_recording')
      .set({ started_at: new Date(Date.now() - 1_000), ends_at: new Date(Date.now() + 3_600_000) })
      .where('id', '=', id)
      .execute();
    bus.publish('config.debug', '{}');
    await eventually(() => (recorder.isActive ? true : undefined));
    recorder.recordDatagram(
      { site, exporter: { address: '192.0.2.1', device: 5 } },
      { payload: Buffer.from([0, 9, 0, 1]), senderPort: 50_000, port: 2_055, atMs: Date.now() },
    );
    const row = await eventually(async () => {
      const [newest] = await recordings(browser);
      return newest !== undefined && newest.totalBytes > 0 ? newest : undefined;
    });
    expect(row).toMatchObject({
      id,
      site,
      startedBy: 'support',
      comment: 'ticket 4711',
      collectors: [
        { collector: 'one', state: 'running', records: [{ exporter: '192.0.2.1', kind: 'raw-data' }] },
      ],
    });
    expect((await browser.send('POST', `${PATH}/${String(id)}/stop`)).statusCode).toBe(200);
    await eventually(async () =>
      (await recordings(browser))[0]?.collectors[0]?.state === 'stopped' ? true : undefined,
    );
    expect((await recordings(browser))[0]).toMatchObject({ state: 'stopped', stoppedAt: expect.any(Number) });
  });

  it('starts a site once, and again when it has been stopped', async () => {
    const body = { site: siteOf('globex') };
    const { id } = (await start(browser, body)).json<{ id: number }>();
    expect(codeOf(await start(browser, body))).toEqual([409, 'DEBUG_RUNNING']);
    await browser.send('POST', `${PATH}/${String(id)}/stop`);
    expect((await start(browser, body)).statusCode).toBe(200);
  });

  it('shows, starts and stops nothing of a customer that the user may not see', async () => {
    const other = await server.signedIn('elsewhere');
    const [first] = await recordings(browser);
    expect(first).toBeDefined();
    expect(await recordings(other)).toEqual([]);
    expect(codeOf(await start(other, { site: siteOf('acme') }))).toEqual([404, 'RESOURCE_MISSING']);
    expect(codeOf(await other.send('POST', `${PATH}/${String(first!.id)}/stop`))).toEqual([
      404,
      'RESOURCE_MISSING',
    ]);
  });

  it.each([
    ['longer than a day', { minutes: 24 * 60 + 1 }],
    ['no time', { minutes: 0 }],
    ['more than a disk', { maxBytes: 1e12 }],
    ['an unknown field', { started_by: 1 }],
  ])('rejects %s', async (_, wrong) => {
    expect(codeOf(await start(browser, { site: siteOf('acme'), ...wrong }))).toEqual([400, 'VALIDATION']);
  });
});
