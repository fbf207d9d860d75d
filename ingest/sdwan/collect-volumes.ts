import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { attemptUntil } from '#platform/sdwan/attempt.ts';
import { VOLUME_STEP_MS, type ManagedVolume } from '#platform/sdwan/managed-volume.ts';
import type { ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { managedBy } from './names/managed-by.ts';
import type { DeviceMatch } from './names/match-called.ts';
import { measuresApplications, newVolumes, placeVolumes, publishedUntil } from './volume-flows.ts';
import type { VolumePublisher } from './volume-publisher.ts';
import type { VolumeStore } from './volume-store.ts';

/** Devices upload their statistics this late. */
const LOOK_BACK_MS = 30 * MINUTE_MS;
const READ_TIMEOUT_MS = 60_000;

export interface VolumeNeeds {
  readonly published: Pick<VolumeStore, 'read' | 'save' | 'note'>;
  readonly volumes: Pick<VolumePublisher, 'publish'>;
  readonly inventory: () => Inventory;
  readonly clock: Clock;
  readonly log: Log;
}

interface Collection {
  readonly row: SdwanServerRow;
  readonly client: ManagerClient;
  readonly slot: Date;
  readonly match: Pick<DeviceMatch, 'find'>;
}

/**
 * Publishes what applications carried through devices that export no flows, in the full intervals that no process has published yet, and
 * returns all that the manager says of them. A failure is stored, and made up for by the next collection within half an hour.
 */
export async function collectVolumes(
  { published, volumes: publisher, inventory, clock, log }: VolumeNeeds,
  { row, client, slot, match }: Collection,
): Promise<readonly ManagedVolume[]> {
  const manager = managedBy(row);
  if (!measuresApplications(inventory(), manager)) {
    if (row.volumes_at !== null) await published.note(row.id, null);
    return [];
  }
  const theirsMs = clock.now().getTime() + (client.skewMs() ?? 0);
  const endMs = Math.floor(theirsMs / VOLUME_STEP_MS) * VOLUME_STEP_MS;
  let read: readonly ManagedVolume[] = [];
  const attempt = await attemptUntil(
    { clock, client },
    async (signal) => {
      read = await client.readVolumes({ startMs: endMs - LOOK_BACK_MS, endMs }, signal);
    },
    READ_TIMEOUT_MS,
  );
  await published.note(row.id, attempt);
  if (attempt.fault !== null) {
    log.warn({ manager: row.id, reason: attempt.fault.code }, 'sdwan applications unread');
    return [];
  }
  const requested = read.filter(({ atMs }) => atMs < endMs);
  const placed = placeVolumes(requested, inventory(), { manager, match });
  const fresh = newVolumes(placed, await published.read(row.id), endMs - VOLUME_STEP_MS);
  // Before they are published: a process that ends in between loses an interval, and none counts twice.
  await published.save(row.id, publishedUntil(fresh));
  await publisher.publish(fresh, {
    kind: row.kind,
    id: `sdwan-volumes.${String(row.id)}.${String(slot.getTime())}`,
  });
  return requested;
}
