import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';

/** What the parts of the bus work on. */
export interface BusConnection {
  readonly nats: NatsConnection;
  readonly streams: JetStreamClient;
  readonly admin: JetStreamManager;
}

/** Connects, waiting for the first connection as long as it takes and reconnecting for ever. */
export async function connectBus(url: string, name: string): Promise<BusConnection> {
  const nats = await connect({
    name,
    servers: url.split(','),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    waitOnFirstConnect: true,
    pingInterval: 10_000,
  });
  const timeout = 5_000;
  return {
    nats,
    streams: jetstream(nats, { timeout }),
    admin: await jetstreamManager(nats, { timeout }),
  };
}
