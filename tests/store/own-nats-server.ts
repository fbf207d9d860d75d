import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '#platform/log/log.ts';
import { freePort } from '#platform/embedded/free-port.ts';
import { natsServer } from '#platform/embedded/nats/nats-server.ts';

export interface OwnServer {
  readonly url: string;
  /** Directory of its streams, configuration and process id (`nats.pid`). */
  readonly directory: string;
  close(): Promise<void>;
}

/** Starts a nats-server for the caller in 0.1 s: stream names are global to a server. */
export async function ownNatsServer(): Promise<OwnServer> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-nats-'));
  const stopping = new AbortController();
  const port = await freePort(0);
  const started = await natsServer({ directory, port, log: silentLog }).start(stopping.signal);
  return {
    url: `nats://127.0.0.1:${String(port)}`,
    directory,
    async close() {
      stopping.abort();
      await started?.stop?.();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
