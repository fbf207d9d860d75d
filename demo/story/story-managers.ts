import { createSdwanServer, listSdwanServers } from '#schemas/sdwan/routes.ts';
import { sdwanKinds } from '#schemas/sdwan/kind.ts';
import { MANAGER_LOGIN, managed, managerPort, SDWAN_MANAGERS } from '../sdwan/fleet-managers.ts';
import type { StoryClient } from './story-client.ts';

/** Adds one SD-WAN manager of each kind. */
export async function addManagers(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
  agentPort: number,
): Promise<void> {
  const { servers } = await call(listSdwanServers);
  const known = new Set(servers.map(({ name }) => name));
  for (const kind of sdwanKinds) {
    const { name, customer: clientId } = managed[kind];
    const customer = customers.get(clientId);
    if (customer === undefined || known.has(name)) continue;
    const url = `http://${SDWAN_MANAGERS}:${String(managerPort(kind, agentPort))}`;
    await call(createSdwanServer, {
      body: {
        name,
        kind,
        url,
        ...MANAGER_LOGIN,
        customer,
        clientId,
        organization: kind === 'nuage' ? 'csp' : '',
        elasticUrl: kind === 'nuage' ? url : '',
        vsdName: kind === 'nuage' ? clientId : '',
        adom: kind === 'fortinet' ? clientId : '',
        vdom: '',
        isMultiTenant: false,
        verifyTls: true,
        suspendProvisioning: false,
        suspendCollect: false,
      },
    });
  }
}
