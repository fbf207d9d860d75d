import type { Clock } from '#platform/clock/clock.ts';
import { dateAtMs } from '#platform/clock/time.ts';
import type { Log } from '#platform/log/log.ts';
import { attemptUntil } from '#platform/sdwan/attempt.ts';
import { VOLUME_STEP_MS } from '#platform/sdwan/managed-volume.ts';
import type { ManagedVolume } from '#platform/sdwan/managed-volume.ts';
import type { ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { managedBy } from './element-finder.ts';
import type { ServerStore } from './server-store.ts';
import { measuresApplications, newVolumes, placeVolumes } from './volume-flows.ts';
import type { VolumePublisher } from './volume-publisher.ts';

/** Devices upload their statistics this late. */
const LOOK_BACK_MS = 30 * MINUTE_MS;
const READ_TIMEOUT_MS = 60_000;

export interface VolumeNeeds {
  readonly store: Pick<ServerStore, 'saveVolumes'>;
  readonly volumes: Pick<VolumePublisher, 'publish'>;
  readonly inventory: () => Inventory;
  readonly clock: Clock;
  readonly log: Log;
}

/** Time up to which the volumes of each device were published by this process, by manager. */
export type PublishedVolumes = Map<number, Map<number, number>>;

/**
 * Publishes what applications carried through devices that export no flows, in the full intervals that were not published yet. A failure
 * is made up for by the next collection within half an hour.
 */
export async function collectVolumes(
  { store, volumes: publisher, inventory, clock, log }: VolumeNeeds,
  {
    row,
    client,
    slot,
  }: { readonly row: SdwanServerRow; readonly client: ManagerClient; readonly slot: Date },
  published: PublishedVolumes,
): Promise<void> {
  const manager = managedBy(row);
  if (!measuresApplications(inventory(), manager)) return;
  const theirsMs = clock.now().getTime() + (client.skewMs() ?? 0);
  const endMs = Math.floor(theirsMs / VOLUME_STEP_MS) * VOLUME_STEP_MS;
  let read: readonly ManagedVolume[] = [];
  const attempt = await attemptUntil(
    clock,
    async (signal) => {
      read = await client.readVolumes({ startMs: endMs - LOOK_BACK_MS, endMs }, signal);
    },
    READ_TIMEOUT_MS,
  );
  if (attempt.fault !== null) {
    log.warn({ manager: row.id, reason: attempt.fault.code }, 'sdwan applications unread');
    return;
  }
  const byDevice = published.get(row.id) ?? new Map<number, number>();
  published.set(row.id, byDevice);
  // At first only what comes from now on: what another process has published is not known by device.
  const othersMs = row.volumes_until?.getTime() ?? endMs - VOLUME_STEP_MS;
  const fresh = newVolumes(placeVolumes(read, inventory(), manager), { byDevice, othersMs });
  await publisher.publish(fresh, {
    kind: row.kind,
    id: `sdwan-volumes.${String(row.id)}.${String(slot.getTime())}`,
  });
  await store.saveVolumes(row, dateAtMs(endMs));
}
