import { importNetwork } from '#server/features/inventory/import/import-network.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { testSecrets } from '#tests/fixtures/secrets.ts';
import { aUser, someone } from '#tests/fixtures/server/administrator.ts';
import type { Browser, ServerUnderTest } from '#tests/fixtures/server/server-under-test.ts';

const device = (name: string, address: string, vendor: string) => ({
  name,
  address,
  vendor,
  model: 'X1',
  interfaces: ['Gi0/10', 'Gi0/2'].map((port) => ({ name: port, alias: `${name} to Zürich` })),
  components: [{ kind: 'probe', name: `${name} echo`, key: '1' }],
});

/** Two sites of `acme`, each with a router of two interfaces and a probe; the first has a network. */
export async function addNetwork(server: ServerUnderTest): Promise<void> {
  const { db } = server.stack;
  const place = { latitude: 1, longitude: 2 };
  const one = [device('edge-1', '10.0.0.10', 'Cisco')];
  const two = [device('edge-2', '10.0.0.9', 'Juniper')];
  const file = NetworkFile.parse({
    customers: [
      {
        clientId: 'acme',
        name: 'Customer acme',
        sites: [
          { name: 'acme one', city: 'Lyon', networks: ['10.0.0.10/31'], ...place, devices: one },
          { name: 'acme two', city: 'Lille', ...place, devices: two },
        ],
      },
    ],
  });
  await importNetwork({ db, secrets: testSecrets }, file);
  await server.followInventory();
}

/** A user of `acme`, and of others that are named, who sees one of its sites only. */
export async function restrictedTo(
  server: ServerUnderTest,
  {
    username,
    site,
    permissions = ['NETWORK.read', 'NETWORK.write'],
    others = [],
  }: {
    readonly username: string;
    readonly site: number;
    readonly permissions?: readonly Permission[];
    readonly others?: readonly string[];
  },
): Promise<Browser> {
  const { page: admin } = await someone(server);
  const id = await server.account({ username, permissions, customers: ['acme', ...others] });
  const path = `/api/v1/mt/user/${String(id)}`;
  const { role, customers, version } = (await admin.get(path)).json<{
    role: number;
    customers: number[];
    version: number;
  }>();
  const restrictions = [{ customer: server.customers.get('acme')!, sites: [site], regions: [] }];
  const body = { ...aUser({ username, role, customers }), restrictions, version };
  const reply = await admin.send('PUT', path, { body });
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return server.signedIn(username);
}
