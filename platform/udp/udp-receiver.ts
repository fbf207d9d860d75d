import type { Log } from '../log/log.ts';
import { listenInBatches } from './batch-socket.ts';
import { listenByEvents } from './event-socket.ts';
import { openLibc } from './libc.ts';
import type { ListenUdp } from './udp-socket.ts';

export type ReceiverKind = 'batches' | 'events';

/** Returns the batched receiver of Linux, or node:dgram when requested or, with a log line, when the C library is unavailable. */
export async function udpReceiver(
  log: Log,
  kind: ReceiverKind = 'batches',
  open: typeof openLibc = openLibc,
): Promise<ListenUdp> {
  if (kind === 'events') return listenByEvents;
  try {
    return listenInBatches(await open());
  } catch (error) {
    log.warn({ err: error }, 'batched receive unavailable');
    return listenByEvents;
  }
}
