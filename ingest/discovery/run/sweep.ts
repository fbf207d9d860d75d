import type { AddressList } from '#schemas/discovery/address-list.ts';
import type { AddressResult } from './probe-address.ts';

interface SweepOptions {
  readonly addresses: AddressList;
  /** Index of the first address. */
  readonly from: number;
  readonly concurrency: number;
  readonly probe: (address: string) => Promise<AddressResult>;
  /** Called for each probed address. A rejection ends the sweep. */
  readonly onResult: (address: string, result: AddressResult) => Promise<void>;
  /** Called with the lowest index that is not done, whenever it changes. */
  readonly onAdvance: (index: number) => void;
  readonly signal: AbortSignal;
}

/** Probes every address with limited concurrency. Resolves when all are done or the signal is aborted. */
export async function sweep({
  addresses,
  from,
  concurrency,
  probe,
  onResult,
  onAdvance,
  signal,
}: SweepOptions): Promise<void> {
  const going = new Set<number>();
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < addresses.count && !signal.aborted) {
      const index = next;
      next += 1;
      going.add(index);
      const address = addresses.at(index);
      const result = await probe(address);
      // An interrupted address is probed again by the process that continues the run.
      if (signal.aborted) return;
      await onResult(address, result);
      going.delete(index);
      onAdvance(Math.min(next, ...going));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
