import { afterAll, beforeAll, expect, it } from 'vitest';
import { qosClasses } from '#demo/qos-classes.ts';
import { addClassesOfService } from '#demo/story/story-qos.ts';
import { signInToConsole } from '#demo/story/story-client.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import type { QosModel } from '#schemas/qos/model.ts';
import { classOf } from '#schemas/qos/rules.ts';
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
beforeAll(async () => {
  const port = await freePort(0);
  url = `http://127.0.0.1:${String(port)}`;
  server = await openServer({ publicUrl: url });
  await server.app.listen({ host: '127.0.0.1', port });
  ({ page: admin, username } = await someone(server));
});
afterAll(() => server.close());

/** The classes that the class maps of the fleet belong to, by their name on the devices. */
function mappedOf({ classes }: QosModel): Readonly<Record<string, string | undefined>> {
  const named = qosClasses.map(({ name }) => [
    name,
    classOf(classes, { kind: 'class-map', vendor: 'Cisco', name })?.class.name,
  ]);
  return Object.fromEntries(named) as Record<string, string | undefined>;
}

it('the demonstration has classes for what its routers have, and a customer whose video maps to nothing', async () => {
  const client = await signInToConsole(url, { username, password: PASSWORD });
  const customer = server.customers.get('acme')!;
  const customers = new Map([['nordhaven', customer]]);
  await addClassesOfService(client, customers);
  const read = async () => [
    (await admin.get('/api/v1/mt/qos')).json<QosModel>(),
    (await admin.get(`/api/v1/customers/${String(customer)}/qos`)).json<QosModel>(),
  ];
  const [provided, own] = await read();
  expect(provided?.classes).toHaveLength(6);
  expect(mappedOf(provided!)).toEqual({
    VOICE: 'Voice',
    VIDEO: 'Video',
    BUSINESS: 'Business',
    'class-default': 'Best effort',
  });
  expect(mappedOf(own!)).toEqual({
    VOICE: 'Telephony',
    BUSINESS: 'Terminal control',
    'class-default': 'Best effort',
    VIDEO: undefined,
  });
  // A start after an interrupted one continues.
  await addClassesOfService(client, customers);
  expect(await read()).toEqual([provided, own]);
});
