import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { ListenUdp, UdpSocket } from '#platform/udp/udp-socket.ts';
import type { Collector } from './collector.ts';
import type { CollectorMetrics } from './collector-metrics.ts';
import type { Recorder } from './recording/recorder.ts';

interface Needs {
  readonly listenUdp: ListenUdp;
  readonly collector: Collector;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: CollectorMetrics;
  /** Debug recordings. */
  readonly recorder?: Recorder;
}

interface ListenOptions {
  readonly host: string;
  readonly ports: readonly number[];
  /** Several collectors share the ports. */
  readonly shared?: boolean;
}

interface Received {
  readonly datagram: Uint8Array;
  readonly sender: string;
  readonly senderPort: number;
  /** Port of the collector. */
  readonly port: number;
  readonly atMs: number;
}

/** Passes a datagram of a registered exporter to the recorder. */
function record(recorder: Recorder, collector: Collector, received: Received): void {
  const exporter = collector.exporters.get(received.sender);
  if (exporter === undefined) return;
  const { attribution, address } = exporter;
  const { site, device, owners } = attribution;
  const place = { site, exporter: { address, device, shared: owners !== undefined } };
  const { datagram: payload, senderPort, port, atMs } = received;
  recorder.recordDatagram(place, { payload, senderPort, port, atMs });
}

/** Opens the sockets of all ports, or none: if one cannot be bound, the others are closed. */
export async function listen(needs: Needs, options: ListenOptions): Promise<readonly UdpSocket[]> {
  const { listenUdp, collector, clock, log, metrics, recorder } = needs;
  const { host, ports, shared = false } = options;
  let atMs = 0;
  let datagrams = 0;
  metrics.beforeText(() => {
    metrics.datagrams.inc(datagrams);
    datagrams = 0;
  });
  const onBatch = (): void => {
    atMs = clock.now().getTime();
  };
  const receiverOf = (port: number) => (datagram: Uint8Array, sender: string, senderPort: number) => {
    datagrams += 1;
    collector.receive(datagram, { address: sender, port: senderPort }, atMs);
    if (recorder?.isActive === true)
      record(recorder, collector, { datagram, sender, senderPort, port, atMs });
  };
  const onError = (error: Error): void => {
    metrics.socketErrors.inc();
    log.warn({ err: error }, 'flow socket error');
  };
  const results = await Promise.allSettled(
    ports.map((port) => listenUdp({ host, port, shared, onBatch, onDatagram: receiverOf(port), onError })),
  );
  const sockets = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const rejected = results.find((one) => one.status === 'rejected');
  if (rejected === undefined) return sockets;
  await Promise.all(sockets.map((socket) => socket.close()));
  throw rejected.reason;
}
