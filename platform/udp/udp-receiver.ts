import type { Log } from '../log/log.ts';
import { listenInBatches } from './batch-socket.ts';
import { listenByEvents } from './event-socket.ts';
import { openLibc } from './libc.ts';
import type { ListenUdp } from './udp-socket.ts';

export type ReceiverKind = 'batches' | 'events';

/** Batches of datagrams from Linux; Node's own sockets when asked for, or, with a line in the log, where those cannot be had. */
export async function udpReceiver(
  log: Log,
  kind: ReceiverKind = 'batches',
  open: typeof openLibc = openLibc,
): Promise<ListenUdp> {
  if (kind === 'events') return listenByEvents;
  try {
    return listenInBatches(await open());
  } catch (error) {
    log.warn(
      { err: error },
      'datagrams are received one by one, which costs more: the C library cannot be called here',
    );
    return listenByEvents;
  }
}
