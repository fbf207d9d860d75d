import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return taken;
}

/** The wanted port on loopback when nobody has it, else the next free one above; 0 takes any. */
export async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 1_000, 65_536); port += 1) {
    const free = await tryPort(port);
    if (free !== undefined) return free;
  }
  throw new Error(`no free port from ${String(wanted)} on`);
}
