import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { openStack } from '#tests/store/stack.ts';
import type { Stack } from '#tests/store/stack.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { AuditTrail } from '../../kernel/audit/audit-trail.ts';
import { answerProblems } from '../../kernel/problem/problem-plugin.ts';
import { inventoryPlugin } from './inventory-plugin.ts';

const PATH = '/api/v1/mt/inventory/import';
let stack: Stack;
let app: FastifyInstance;
let permissions: Caller['permissions'] = new Set(permissionKeys);

beforeAll(async () => {
  stack = await openStack();
  app = fastify();
  answerProblems(app);
  app.decorate('readOnly', false);
  app.decorate('refuseForgery', () => undefined);
  app.decorateRequest('caller');
  app.decorateRequest('audited', false);
  app.decorate('auditTrail', new AuditTrail({ ...stack, clock: systemClock }));
  app.addHook('onRequest', async (request) => {
    const caller: Partial<Caller> = { permissions, scopes: ['admin'] };
    await Promise.resolve(Object.assign(request, { caller }));
  });
  inventoryPlugin(app, { ...stack, secrets: testSecrets });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await stack.close();
});

const send = (payload: string, type = 'application/yaml', query = '') =>
  app.inject({ method: 'POST', url: `${PATH}${query}`, payload, headers: { 'content-type': type } });

const file = 'customers:\n  - { clientId: acme, name: Acme }\n';

describe('the import of a network file by REST', () => {
  it('tells each fault with line, column and path', async () => {
    const answer = await send('customers:\n  - clientId: acme\n    nome: Acme\n');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'NETWORK_FILE_INVALID',
      params: { line: 2, path: 'customers[0].name' },
      errors: [
        { path: 'customers[0].name', message: expect.stringContaining('line 2, column 5') as string },
        { path: 'customers[0].nome', message: 'line 3, column 5: unknown key "nome"' },
      ],
    });
  });

  it('as a dry run changes nothing', async () => {
    const answer = await send(file, 'application/yaml', '?dryRun=true');
    expect(answer.json()).toMatchObject({
      applied: false,
      difference: { counts: { customer: { added: 1 } } },
    });
    expect(await stack.db.selectFrom('customer').selectAll().execute()).toEqual([]);
  });

  it('takes YAML and JSON', async () => {
    expect((await send(file)).json()).toMatchObject({ applied: true });
    const json = JSON.stringify({ customers: [{ clientId: 'acme', name: 'Acme' }] });
    expect((await send(json, 'application/json')).json()).toMatchObject({
      difference: { changes: [], counts: { customer: { unchanged: 1 } } },
    });
  });

  it('is for those who may write the provisioning only', async () => {
    permissions = new Set(['NETWORK.PROVISIONING.read']);
    expect((await send(file)).json()).toMatchObject({ code: 'FORBIDDEN' });
  });
});
