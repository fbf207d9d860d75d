import type { AddressList } from '#schemas/discovery/address-list.ts';
import type { Asked } from './ask-address.ts';

interface Sweep {
  readonly addresses: AddressList;
  /** Place to begin at. */
  readonly from: number;
  readonly concurrency: number;
  readonly ask: (address: string) => Promise<Asked>;
  /** Called for each address that was asked. What it rejects with ends the sweep. */
  readonly done: (address: string, asked: Asked) => Promise<void>;
  /** Called whenever another place is the first that is not done with. */
  readonly reached: (place: number) => void;
  readonly signal: AbortSignal;
}

/** Asks every address, so many at once. Resolves when all are done with, or when the signal is aborted. */
export async function sweep({
  addresses,
  from,
  concurrency,
  ask,
  done,
  reached,
  signal,
}: Sweep): Promise<void> {
  const going = new Set<number>();
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < addresses.count && !signal.aborted) {
      const place = next;
      next += 1;
      going.add(place);
      const address = addresses.at(place);
      const asked = await ask(address);
      // What was cut off in the middle is asked again by whoever goes on.
      if (signal.aborted) return;
      await done(address, asked);
      going.delete(place);
      reached(Math.min(next, ...going));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
