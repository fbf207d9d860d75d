import { describe, expect, it } from 'vitest';
import { addressWith, curlOf, groupsOf } from './operation.ts';

const described = {
  summary: 'The roles',
  'x-permission': 'ROLE.read',
  parameters: [
    { name: 'id', in: 'path' as const, required: true, schema: {} },
    { name: 'limit', in: 'query' as const, required: false, schema: {} },
  ],
  responses: {},
};
const document = {
  paths: {
    '/api/v1/mt/role/{id}': { get: described, put: { ...described, requestBody: { content: {} } } },
    '/api/v1/customers/{customerId}/alert': { get: { ...described, 'x-permission': 'ALERT.read' } },
    '/api/v1/mt/settings/saml': { get: described },
  },
};

describe('the calls of the API', () => {
  it('are grouped by topic', () => {
    expect(groupsOf(document, '').map(({ name }) => name)).toEqual(['alert', 'role', 'settings saml']);
    expect(groupsOf(document, 'alert.READ').map(({ name }) => name)).toEqual(['alert']);
  });

  it('are called with encoded parameters', () => {
    const operation = { path: '/api/v1/mt/role/{id}', parameters: described.parameters };
    expect(addressWith(operation, { id: 'a/b', limit: '' })).toBe('/api/v1/mt/role/a%2Fb');
    expect(addressWith(operation, { id: '4', limit: '10' })).toBe('/api/v1/mt/role/4?limit=10');
  });

  it('are shown as a command', () => {
    const [role] = groupsOf(document, 'role/')
      .flatMap(({ operations }) => operations)
      .slice(1);
    expect(curlOf(role!, 'https://noc')).toContain(`-X PUT`);
    expect(curlOf(role!, 'https://noc')).toContain(`'https://noc/api/v1/mt/role/{id}'`);
  });
});
