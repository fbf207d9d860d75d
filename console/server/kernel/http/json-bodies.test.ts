import fastify from 'fastify';
import { expect, it } from 'vitest';
import { handleProblems } from '../problem/problem-plugin.ts';
import { parseJsonBodies } from './json-bodies.ts';

async function responseTo(payload: string) {
  const app = fastify();
  handleProblems(app);
  parseJsonBodies(app);
  app.post('/thing', ({ body }) => body);
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: '/thing', headers, payload });
  await app.close();
  return response.json<{ code?: string; errors?: { path: string; code: string; message: string }[] }>();
}

it.each([
  ['{"__proto__": {}}', 'body', '__proto__'],
  [
    '{"file": {"document": {"dashlets": [1, {"__proto__": {}}]}}}',
    'body.file.document.dashlets.1',
    '__proto__',
  ],
  ['[{"\\u005f_proto__": 1}]', 'body.0', '__proto__'],
  ['{"a": {"constructor": {"prototype": {}}}}', 'body.a', 'constructor'],
])('a field that changes a prototype is rejected with its place: %s', async (payload, path, field) => {
  const { code, errors } = await responseTo(payload);
  expect(code).toBe('MALFORMED');
  expect(errors).toMatchObject([{ path, code: 'FIELD_UNKNOWN', message: `Unknown field: ${field}.` }]);
});

it('a body nested as deep as it is long is searched as well', async () => {
  const depth = 20_000;
  const { errors } = await responseTo(`${'['.repeat(depth)}{"__proto__": 1}${']'.repeat(depth)}`);
  expect(errors).toMatchObject([{ code: 'FIELD_UNKNOWN' }]);
});

it.each(['{"name": "__proto__"}', '{"constructor": 1}', '{}', '[]', 'null'])(
  '%s is a body',
  async (payload) => {
    expect(await responseTo(payload)).toEqual(JSON.parse(payload));
  },
);

it.each(['{"name', '', '{"__proto__": '])('%j has no place to name', async (payload) => {
  const { code, errors } = await responseTo(payload);
  expect([code, errors]).toEqual(['MALFORMED', undefined]);
});
