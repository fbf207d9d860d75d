import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { Acknowledgements } from './acknowledgements.ts';
import { connectWithLargeReads } from './large-reads.ts';
import { serverAddresses } from './server-addresses.ts';
import { Refusals } from './refusals.ts';

/** What the parts of the bus work on. */
export interface BusConnection {
  readonly nats: NatsConnection;
  readonly streams: JetStreamClient;
  readonly admin: JetStreamManager;
  /** Of what is published to streams. */
  readonly acknowledgements: Acknowledgements;
  /** What full streams refused. */
  readonly refusals: Refusals;
  readonly connected: () => boolean;
  /** Calls after each reconnection, until the answer is called: what was under way then is lost with the old connection. */
  readonly onReconnect: (run: () => void) => () => void;
}

/** Follows the state of a connection. */
function follow(nats: NatsConnection): Pick<BusConnection, 'connected' | 'onReconnect'> {
  let connected = true;
  const listeners = new Set<() => void>();
  const listen = async (): Promise<void> => {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') connected = false;
      if (type !== 'reconnect') continue;
      connected = true;
      for (const run of listeners) run();
    }
  };
  void listen();
  return {
    connected: () => connected && !nats.isClosed(),
    onReconnect(run) {
      listeners.add(run);
      return () => {
        listeners.delete(run);
      };
    },
  };
}

/** Connects, waiting for the first connection as long as it takes and reconnecting for ever. */
export async function connectBus(url: string, name: string): Promise<BusConnection> {
  const addresses = serverAddresses(url);
  const nats = await connectWithLargeReads({
    name,
    ...addresses,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 10_000,
    // Otherwise each publication makes two errors in advance, with their stacks, for the case that it fails.
    noAsyncTraces: true,
  });
  const timeout = 5_000;
  const acknowledgements = new Acknowledgements(nats, timeout, addresses.inboxPrefix);
  const following = follow(nats);
  following.onReconnect(() => {
    acknowledgements.giveUp(new Error('reconnected'));
  });
  void nats.closed().then(() => {
    acknowledgements.giveUp(new Error('the connection is closed'));
  });
  return {
    nats,
    acknowledgements,
    refusals: new Refusals(name, (subject, text) => {
      if (!nats.isClosed()) nats.publish(subject, text);
    }),
    ...following,
    streams: jetstream(nats, { timeout }),
    admin: await jetstreamManager(nats, { timeout }),
  };
}
