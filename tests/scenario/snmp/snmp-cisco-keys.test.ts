import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import snmp from 'net-snmp';
import { expect, it } from 'vitest';
import { openAgent } from '#ingest/snmp/agent/open-agent.ts';
import { userOf } from '#platform/snmp/user.ts';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';

/** The part of the library that plays an agent: Debian's snmpd has no keys as Cisco makes them. */
interface AgentLibrary {
  readonly ObjectType: { readonly OctetString: number };
  readonly MibProviderType: { readonly Scalar: number };
  createAgent(
    options: { port: number; address: string },
    onRequest: (error: Error | null) => void,
  ): {
    getAuthorizer(): { addUser(user: object): void };
    getMib(): { registerProvider(provider: object): void; setScalarValue(name: string, value: string): void };
    close(): void;
  };
}
const library = snmp as unknown as AgentLibrary;

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

for (const protocol of ['SHA', 'SHA-512'] as const)
  it(`an agent with keys of AES-256 as Cisco makes them of ${protocol} is polled`, async () => {
    const access: UserAccess = {
      version: 'v3',
      port: await freePort(),
      user: 'cisco',
      context: '',
      auth: { protocol, password: 'to be authentic' },
      priv: { protocol: 'AES-256-C', password: 'to be private' },
    };
    const agent = library.createAgent({ port: access.port, address: '127.0.0.1' }, () => undefined);
    agent.getAuthorizer().addUser(userOf(access));
    agent.getMib().registerProvider({
      name: 'sysName',
      type: library.MibProviderType.Scalar,
      oid: '1.3.6.1.2.1.1.5',
      scalarType: library.ObjectType.OctetString,
      maxAccess: 2,
    });
    agent.getMib().setScalarValue('sysName', 'edge-1');
    const memory = { engine: undefined };
    const request = async (how: UserAccess) => {
      const open = (await openAgent(
        { address: '127.0.0.1', access: how },
        { timeoutMs: 1_000, retries: 0 },
        memory,
      ))!;
      const response = await open.get(['1.3.6.1.2.1.1.5.0']);
      open.close();
      return response;
    };
    expect(await request(access)).toMatchObject({ ok: true, bindings: [{ value: { value: 'edge-1' } }] });
    memory.engine = undefined;
    // The other way to make a key of 256 bits gives another key.
    const other = { protocol: 'AES-256', password: 'to be private' } as const;
    expect((await request({ ...access, priv: other })).ok).toBe(protocol === 'SHA-512');
    agent.close();
  });
