import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { openServer, type Browser, type ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const PATH = '/api/v1/mt/settings/sdwan';

let server: ServerUnderTest;
let administrator: Browser;
beforeAll(async () => {
  server = await openServer();
  const permissions = ['SETTINGS.SDWAN.read', 'SETTINGS.SDWAN.write'] as const;
  await server.account({ username: 'settings', permissions: [...permissions] });
  administrator = await server.signedIn('settings');
});
afterAll(() => server.close());

it('the SD-WAN settings are INTERNET for every colour until they are changed', async () => {
  expect((await administrator.get(PATH)).json()).toEqual(defaultSdwanSetting);
  const body = { ...defaultSdwanSetting, networkByColors: [{ network: 'MPLS', colors: ['mpls'] }] };
  expect((await administrator.send('PUT', PATH, { body })).statusCode).toBe(200);
  expect((await administrator.get(PATH)).json()).toEqual(body);
});

it('a regular expression that may take years is rejected at its field', async () => {
  const body = {
    ...defaultSdwanSetting,
    tlocExclusionPattern: '(a+)+$',
    loopbackBindItfDescPattern: '^(\\w+\\s?)*$',
  };
  const response = await administrator.send('PUT', PATH, { body });
  expect(response.json()).toMatchObject({
    code: 'REGEX_SLOW',
    errors: [
      { path: 'body.tlocExclusionPattern', code: 'REGEX_SLOW' },
      { path: 'body.loopbackBindItfDescPattern', code: 'REGEX_SLOW' },
    ],
  });
});
