import { buckets, streams } from '#schemas/bus/stream.ts';
import type { Bucket } from '#platform/bus/bucket.ts';
import { acquireLease } from '#platform/bus/lease.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { LEASE_MS } from '#platform/lease/leased-partitions.ts';
import { Dispatcher, type DispatchNeeds } from './dispatcher.ts';

export interface DispatchersNeeds extends Omit<DispatchNeeds, 'positions'> {
  readonly partitions: number;
  /** Unique name of this process among those that share the partitions. */
  readonly process: string;
}

const RETRY_MS = 1_000;

/**
 * Dispatches one partition until shutdown: acquires its lease, works while it holds it, and restarts after a
 * failure.
 */
async function dispatchPartition(
  needs: DispatchersNeeds,
  { partition, leases, positions }: { partition: number; leases: Bucket; positions: Bucket },
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, process: owner } = needs;
  while (!signal.aborted)
    try {
      const leaseNeeds = { bucket: leases, ttlMs: LEASE_MS, owner, clock };
      const lease = await acquireLease(leaseNeeds, `notification.${String(partition)}`, signal);
      if (lease !== undefined) {
        const working = AbortSignal.any([signal, lease.lost]);
        try {
          const dispatcher = await Dispatcher.open({ ...needs, positions }, partition, working);
          await dispatcher.run();
        } finally {
          if (!lease.lost.aborted) await lease.release();
        }
      }
      await clock.wait(RETRY_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, partition }, 'dispatch failed');
      await clock.wait(RETRY_MS, signal);
    }
}

/** Dispatches the alarm events of every partition that no other process has leased. */
export const leasedDispatchers = (needs: DispatchersNeeds): Component => ({
  name: 'dispatchers',
  async start(signal) {
    await needs.bus.ensureStreams([streams.alarms, streams.jobs]);
    const leases = await needs.bus.bucket(buckets.leases, { ttlMs: LEASE_MS });
    const positions = await needs.bus.bucket(buckets.positions);
    const running = Array.from({ length: needs.partitions }, (_, partition) =>
      dispatchPartition(needs, { partition, leases, positions }, signal),
    );
    return {
      ready: () => needs.bus.connected(),
      async stop() {
        await Promise.all(running);
      },
    };
  },
});
