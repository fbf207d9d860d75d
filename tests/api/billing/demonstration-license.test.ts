import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demonstrationAuthority } from '#demo/license/demonstration-license.ts';
import { signInToConsole } from '#demo/story/story-client.ts';
import { countPast, installLicense } from '#demo/story/story-license.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { dayOf, dayStartMs, daysAfter } from '#schemas/billing/day.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { codecOf } from '#schemas/table/codec.ts';
import { measures } from '#schemas/table/stream/measures.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { someone } from '#tests/fixtures/server/administrator.ts';
import {
  openServer,
  PASSWORD,
  type Browser,
  type ServerUnderTest,
} from '#tests/fixtures/server/server-under-test.ts';

let server: ServerUnderTest;
let admin: Browser;
let username: string;
let url: string;
const TODAY = dayOf(Date.now());

beforeAll(async () => {
  const port = await freePort(0);
  url = `http://127.0.0.1:${String(port)}`;
  server = await openServer({
    publicUrl: url,
    startsAt: dayStartMs(TODAY) + DAY_MS / 2,
    licenseAuthorities: readFileSync(demonstrationAuthority, 'utf8'),
  });
  await server.app.listen({ host: '127.0.0.1', port });
  ({ page: admin, username } = await someone(server));
  const row = (days: number) => ({
    customer: server.customers.get('acme')!,
    site: 5,
    element: 50,
    kpi: kpis.cpe_avail.id,
    length: 300,
    at: (dayStartMs(TODAY) - days * DAY_MS) / 1_000 + 3_600,
    value: 100,
    numerator: 1,
    denominator: 1,
  });
  await server.stack.clickhouse.insertRowBinary({
    table: 'measures',
    columns: Object.keys(measures.columns),
    rows: codecOf(measures).encode(Array.from({ length: 30 }, (_, at) => row(at + 1))),
  });
});
afterAll(() => server.close());

it('the demonstration has a license that warns of nothing, and a bill of the thirty days of its past', async () => {
  const client = await signInToConsole(url, { username, password: PASSWORD });
  await installLicense(client, 40, server.clock.now());
  // A start after an interrupted one continues.
  await installLicense(client, 40, server.clock.now());
  const license = (await admin.get('/api/v1/mt/settings/license')).json<{ stored: object }>();
  expect(license.stored).toMatchObject({
    fault: null,
    warnings: [],
    content: { units: { device: 60, exporter: 60 } },
  });
  const clock = { now: () => server.clock.now(), wait: () => Promise.resolve() };
  await countPast(client, clock);
  const query = `from=${daysAfter(TODAY, -40)}&to=${TODAY}`;
  const { days } = (await admin.get(`/api/v1/mt/license?${query}`)).json<{
    days: { units: { device: number } }[];
  }>();
  expect(days.map(({ units }) => units.device)).toEqual(Array.from({ length: 30 }, () => 1));
});
