import * as sdwan from '#schemas/sdwan/routes.ts';
import { SECRET, type Place } from './story.ts';

/** An SD-WAN manager that is never called: created, changed, deleted. */
export async function sdwanStory({ take, server }: Place): Promise<void> {
  const body = {
    name: 'North',
    kind: 'vmanage',
    url: 'https://manager.example.net',
    login: 'collector',
    password: SECRET,
    organization: '',
    elasticUrl: '',
    vsdName: '',
    adom: '',
    vdom: '',
    clientId: 'acme',
    verifyTls: true,
    isMultiTenant: false,
    customer: server.customers.get('acme')!,
    suspendProvisioning: true,
    suspendCollect: true,
    recipientId: 1,
    signsInWith: 'password',
    secretExpiresOn: null,
  };
  const made = await take<{ id: number; version: number }>(sdwan.createSdwanServer, 'made', { body });
  const params = { id: made.id };
  const changed = { ...body, password: null, vdom: 'root', version: made.version };
  await take(sdwan.updateSdwanServer, 'changed', { params, body: changed });
  const acme = server.customers.get('acme')!;
  const found = {
    server_id: made.id,
    customer_id: acme,
    change: 'added',
    device: 'edge',
    name: 'edge',
  } as const;
  const place = {
    address: '192.0.2.1',
    model: '',
    site: 'acme one',
    latitude: null,
    longitude: null,
    description: '',
    speedBps: null,
    fields: {},
  };
  await server.stack.db
    .insertInto('sdwan_proposal')
    .values({ ...found, kind: 'device', content: place })
    .execute();
  await take(sdwan.acceptSdwanProposals, 'made', { params, body: { proposals: 'all' } });
  await server.stack.db
    .insertInto('acceptance_run')
    .values({
      kind: 'sdwan',
      subject_id: made.id,
      customer_id: null,
      proposals: [1],
      actor: JSON.stringify({ actor: 'x', sites: null }) as never,
      created_at: server.clock.now(),
      created_by: 'x',
    })
    .execute();
  await take(sdwan.cancelSdwanAcceptance, 'changed', { params });
  await take(sdwan.deleteSdwanServer, 'deleted', { params });
}
