import { afterAll, beforeAll, expect, it } from 'vitest';
import { runConfigurationCommand } from '#platform/env/configuration-command.ts';
import { readConfig } from '#platform/env/config.ts';
import { secret, integerVariable } from '#platform/env/variable.ts';
import { openServer, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';
import { z } from 'zod';

let server: ServerUnderTest;
const stopping = new AbortController();

beforeAll(async () => {
  server = await openServer();
});
afterAll(async () => {
  stopping.abort();
  await server.close();
});

it('every process reports the values in force, and no secret', async () => {
  const schema = z.object({ NETFLOW_PORT: integerVariable(1, 65_535, 2_055), LOGIN: secret('') });
  const { signal } = stopping;
  const { bus } = server.stack;
  for (const [instance, port] of [
    ['one', '9995'],
    ['two', ''],
  ] as const) {
    const config = readConfig(schema, { NETFLOW_PORT: port, LOGIN: 'hidden' });
    runConfigurationCommand(bus, { process: 'collector', instance, config, signal });
  }
  await bus.flush();
  await server.account({ username: 'support', permissions: ['SUPPORT.CONF.read'] });
  const page = await server.signedIn('support');
  const reply = await page.get('/api/v1/mt/conf');
  expect(reply.body).not.toContain('hidden');
  const { processes } = reply.json<{ processes: readonly { process: string }[] }>();
  const login = {
    name: 'LOGIN',
    type: 'text',
    value: null,
    defaultValue: null,
    isSensitive: true,
    isSet: true,
  };
  const netflow = { name: 'NETFLOW_PORT', type: 'number', defaultValue: '2055', isSensitive: false };
  expect(processes.filter(({ process }) => process === 'collector')).toEqual([
    {
      process: 'collector',
      instance: 'one',
      values: [login, { ...netflow, value: '9995', isSet: true }],
    },
    {
      process: 'collector',
      instance: 'two',
      values: [login, { ...netflow, value: '2055', isSet: false }],
    },
  ]);
});
