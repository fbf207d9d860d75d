import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * End of the range of acceptable ports: below the range from which Linux assigns ports to outgoing connections
 * (`ip_local_port_range`, from 32,768). A free port of that range can be taken before the store listens.
 */
const ANY = { from: 10_000, to: 32_000 };

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Returns the requested port on loopback when it is free, else the next free one above; 0 returns any. */
export async function freePort(desired: number): Promise<number> {
  const from = desired === 0 ? randomInt(ANY.from, ANY.to) : desired;
  for (let port = from; port < Math.min(from + 1_000, 65_536); port += 1) if (await isFree(port)) return port;
  throw new Error(`no free port from ${String(desired)} on`);
}
