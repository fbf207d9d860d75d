import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { PublishAcknowledgements } from './acknowledgements.ts';
import { connectWithLargeReads } from './large-reads.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import { untilBrokerReplies } from './until-broker-replies.ts';
import { serverAddresses } from './server-addresses.ts';
import { Rejections } from './rejections.ts';

/** The connection that the parts of the bus share. */
export interface BusConnection {
  readonly nats: NatsConnection;
  readonly streams: JetStreamClient;
  readonly admin: JetStreamManager;
  /** Acknowledgements of publications to streams. */
  readonly acknowledgements: PublishAcknowledgements;
  readonly outgoing: OutgoingQueue;
  /** Messages that full streams rejected. */
  readonly rejections: Rejections;
  /** Of the subjects for replies that the account of the connection may subscribe to; the library's own by default. */
  readonly inboxPrefix: string | undefined;
  readonly connected: () => boolean;
  /**
   * Calls the listener after each reconnection, until the returned function is called: pending operations are lost with the old
   * connection.
   */
  readonly onReconnect: (run: () => void) => () => void;
}

/** Tracks the state of a connection. */
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

const DIAL_TIMEOUT_MS = 10_000;

/** Connects: waits for the first connection without a limit and reconnects forever. */
export async function connectBus(url: string, name: string): Promise<BusConnection> {
  const addresses = serverAddresses(url);
  const nats = await connectWithLargeReads({
    name,
    ...addresses,
    maxReconnectAttempts: -1,
    // A stopped broker accepts connections and says nothing.
    timeout: DIAL_TIMEOUT_MS,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    // A connection without a reply to three pings is given up.
    pingInterval: 10_000,
    // Otherwise each publication creates two errors with stacks in advance, for the case that it fails.
    noAsyncTraces: true,
  });
  const timeout = 5_000;
  const acknowledgements = new PublishAcknowledgements(nats, timeout, addresses.inboxPrefix);
  const following = follow(nats);
  following.onReconnect(() => {
    acknowledgements.rejectAll(new Error('reconnected'));
  });
  void nats.closed().then(() => {
    acknowledgements.rejectAll(new Error('the connection is closed'));
  });
  const outgoing = new OutgoingQueue(nats, following.connected);
  const publish = (subject: string, text: string): void => {
    if (!nats.isClosed()) nats.publish(subject, text);
  };
  return {
    nats,
    acknowledgements,
    outgoing,
    inboxPrefix: addresses.inboxPrefix,
    rejections: new Rejections(name, publish, () => outgoing.hasRoom || nats.isClosed()),
    ...following,
    streams: jetstream(nats, { timeout }),
    admin: await untilBrokerReplies(() => jetstreamManager(nats, { timeout })),
  };
}
