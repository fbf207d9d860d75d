import { createInbox, type Msg } from '@nats-io/transport-node';
import { z } from 'zod';
import { connectBus, type BusConnection } from './connection.ts';

const ApiError = z.object({ error: z.object({ code: z.int(), description: z.string() }) });

/** What the server says of a stream; it takes the configuration back as it is. */
const StreamState = z.object({
  messages: z.int(),
  bytes: z.int(),
  first_seq: z.int(),
  last_seq: z.int(),
});
export const StreamSnapshot = z.object({
  config: z.looseObject({ name: z.string() }),
  state: StreamState.loose(),
});
export type StreamSnapshot = z.infer<typeof StreamSnapshot>;

/** Saves and restores streams of JetStream with their sequence numbers and creation times, by its own snapshots (NATS ADR-44). */
export interface StreamArchive {
  /** Names of all streams, those of buckets among them (`KV_<bucket>`). */
  names(): Promise<readonly string[]>;
  /** Passes the snapshot of a stream to `keep` in pieces, without its consumers: their processes create them. */
  save(name: string, keep: (piece: Uint8Array) => Promise<void>): Promise<StreamSnapshot>;
  /** Creates the stream from its snapshot. Returns its state. Rejects when there is one of this name. */
  restore(
    snapshot: StreamSnapshot,
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<Readonly<Record<'messages' | 'first_seq' | 'last_seq', number>>>;
  close(): Promise<void>;
}

const PIECE_BYTES = 128 * 1024;
const REPLY_MS = 30_000;

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Throws the error that a reply of the server names. */
function accepted(reply: Uint8Array): unknown {
  if (reply.length === 0 || reply[0] !== '{'.charCodeAt(0)) return undefined;
  const value: unknown = JSON.parse(textOf(reply));
  const failed = ApiError.safeParse(value);
  if (failed.success) throw new Error(`NATS: ${failed.data.error.description}`);
  return value;
}

/** Each piece is acknowledged, which paces the server; an empty one is the last. */
async function receive(
  pieces: AsyncIterable<Msg>,
  keep: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  for await (const piece of pieces) {
    if (piece.data.length === 0) {
      const { code = 0, description } = piece.headers ?? {};
      if (code >= 400) throw new Error(`NATS ended the snapshot: ${String(code)} ${description ?? ''}`);
      return;
    }
    await keep(piece.data);
    piece.respond();
  }
  throw new Error('the connection to NATS ended within a snapshot');
}

async function save(
  { nats, inboxPrefix }: BusConnection,
  name: string,
  keep: (piece: Uint8Array) => Promise<void>,
): Promise<StreamSnapshot> {
  const inbox = createInbox(inboxPrefix);
  const pieces = nats.subscribe(inbox);
  try {
    const order = { deliver_subject: inbox, no_consumers: true, chunk_size: PIECE_BYTES };
    const { data } = await nats.request(`$JS.API.STREAM.SNAPSHOT.${name}`, JSON.stringify(order), {
      timeout: REPLY_MS,
    });
    const snapshot = StreamSnapshot.parse(accepted(data));
    await receive(pieces, keep);
    return snapshot;
  } finally {
    pieces.unsubscribe();
  }
}

async function restore({ nats }: BusConnection, snapshot: StreamSnapshot, pieces: AsyncIterable<Uint8Array>) {
  const send = async (subject: string, data: Uint8Array | string): Promise<unknown> =>
    accepted((await nats.request(subject, data, { timeout: REPLY_MS })).data);
  const opened = await send(`$JS.API.STREAM.RESTORE.${snapshot.config.name}`, JSON.stringify(snapshot));
  const { deliver_subject: subject } = z.object({ deliver_subject: z.string() }).parse(opened);
  for await (const piece of pieces) await send(subject, piece);
  const done = await send(subject, new Uint8Array());
  return z.object({ state: StreamState }).parse(done).state;
}

export async function openStreamArchive(url: string): Promise<StreamArchive> {
  const connection = await connectBus(url, 'telltale-archive');
  return {
    async names() {
      const names: string[] = [];
      for await (const { config } of connection.admin.streams.list()) names.push(config.name);
      return names;
    },
    save: (name, keep) => save(connection, name, keep),
    restore: (snapshot, pieces) => restore(connection, snapshot, pieces),
    close: () => connection.nats.close(),
  };
}
