import type { ChildProcess } from 'node:child_process';
import { systemClock } from '#platform/clock/system-clock.ts';
import { openBus, type Bus } from '#platform/bus/bus.ts';
import type { Endpoints } from '#platform/embedded/access/endpoints.ts';
import { serverMemory } from '#platform/lifecycle/server-memory.ts';
import { prepareStores } from '../harness/network-under-test.ts';
import { benchKey } from '../harness/bench-secrets.ts';
import { addAccount, signInForBench } from '../event-to-pixel/account.ts';
import { startProcess, startStores, stopProcess } from '../harness/embedded-stores.ts';
import { respondWithStates } from './quiet-engine.ts';

const PATIENCE_MS = 60_000;
/** A thousand sockets and more come from this machine. */
const CONNECTIONS_PER_ADDRESS = '100000';

/** Waits until `holds`; says what did not happen otherwise. */
export async function waitFor(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen in time`);
    await systemClock.wait(20);
  }
}

/** Where the server listens, as it reports to its parent. */
const listening = (server: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    server.on('message', (message: { readonly kind: string; readonly url: string }) => {
      if (message.kind === 'listening') resolve(message.url);
    });
    server.once('exit', () => {
      reject(new Error('the server did not start'));
    });
  });

/** Stores with the product's tables and streams, and the key that their secrets stand sealed with when it is not that of the benches. */
export type ServerStores = Endpoints & { readonly SECRETS_KEY?: string };

export interface BenchServer {
  readonly customer: number;
  readonly bus: Bus;
  readonly child: ChildProcess;
  readonly url: string;
  /** Of an account that sees every customer. */
  readonly cookie: string;
  close(): Promise<void>;
}

/** Sends a body as a page of the console does; returns the reply. Throws what the server says when it rejects it. */
export async function postTo<Reply>(
  { url, cookie }: Pick<BenchServer, 'url' | 'cookie'>,
  path: string,
  body: object,
): Promise<Reply> {
  const token = /X-CSRF-Token=([^;]+)/.exec(cookie)?.[1] ?? '';
  const reply = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { cookie, origin: url, 'x-csrf-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error((await reply.text()).slice(0, 500));
  return (await reply.json()) as Reply;
}

/** A ready server process with a signed-in user. `engine` responds to its first requests. */
export async function startBenchServer(
  { CLICKHOUSE_URL, DATABASE_URL, NATS_URL, SECRETS_KEY = benchKey.SECRETS_KEY }: ServerStores,
  engine: (bus: Bus, customer: number) => Promise<unknown>,
): Promise<BenchServer> {
  const customer = await addAccount(DATABASE_URL);
  const bus = await openBus(NATS_URL, 'bench');
  await engine(bus, customer);
  const stores = { CLICKHOUSE_URL, DATABASE_URL, NATS_URL };
  const env = { ...stores, ...serverMemory.env, SECRETS_KEY, PORT: '0', CONNECTIONS_PER_ADDRESS };
  const child = startProcess('console/server/main.ts', env, serverMemory.nodeOptions);
  const close = async (): Promise<void> => {
    await stopProcess(child);
    await bus.close();
  };
  try {
    const url = await listening(child);
    await waitFor('readiness', async () => (await fetch(`${url}/health/ready`)).ok);
    return { customer, bus, child, url, cookie: await signInForBench(url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Embedded stores of one customer without running alarms, and a server on them, for the duration of `use`. */
export async function withQuietServer<Value>(use: (server: BenchServer) => Promise<Value>): Promise<Value> {
  const stores = await startStores();
  try {
    await prepareStores(stores.endpoints);
    const server = await startBenchServer(stores.endpoints, respondWithStates);
    try {
      return await use(server);
    } finally {
      await server.close();
    }
  } finally {
    await stores.close();
  }
}
