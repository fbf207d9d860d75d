import type { Clock } from '#platform/clock/clock.ts';
import { openAccess } from '#platform/inventory/snmp-access.ts';
import type { SecretBox } from '#platform/secret/secret-box.ts';
import type { InventoryDevice } from '../proposal/inventory-devices.ts';
import {
  judgeUnresponsive,
  type AddressEvidence,
  type MissedDevice,
} from '../proposal/unresponsive-devices.ts';
import { probeAgain, type RepeatNeeds } from './probe-again.ts';

interface LookNeeds extends RepeatNeeds {
  readonly concurrency: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly secrets: Pick<SecretBox, 'open'>;
}

/**
 * Probes the devices of the inventory that a run did not find once more, and judges each. `taken` holds for addresses at which the run found
 * another device. Ends early when the signal is aborted: the devices that were not probed are missing.
 */
export async function lookForAbsent(
  needs: LookNeeds,
  absent: readonly InventoryDevice[],
  taken: (address: string) => boolean,
): Promise<readonly MissedDevice[]> {
  const evidenceOf = async ({ address, access }: InventoryDevice): Promise<AddressEvidence> =>
    taken(address)
      ? 'another device'
      : probeAgain(needs, address, access && openAccess(access, needs.secrets));
  const judged: MissedDevice[] = [];
  const waiting = absent.values();
  const worker = async (): Promise<void> => {
    for (const device of waiting) {
      if (needs.signal.aborted) return;
      judged.push(judgeUnresponsive(device, await evidenceOf(device), needs.clock.now()));
    }
  };
  await Promise.all(Array.from({ length: needs.concurrency }, worker));
  return judged.toSorted((one, other) => one.device.id - other.device.id);
}
