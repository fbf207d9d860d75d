import type { InterfaceEntry } from './snapshot.ts';

type Bandwidths = Pick<InterfaceEntry, 'bandwidthInBps' | 'bandwidthOutBps'>;

/** The contracted bandwidths of an interface, bit/s; undefined: none or unknown, which a bandwidth of 0 says, too. */
export interface Contract {
  readonly inBps: number | undefined;
  readonly outBps: number | undefined;
}

const contracted = (bps: number | null): number | undefined => (bps !== null && bps > 0 ? bps : undefined);

export const contractOf = ({ bandwidthInBps, bandwidthOutBps }: Bandwidths): Contract => ({
  inBps: contracted(bandwidthInBps),
  outBps: contracted(bandwidthOutBps),
});

/** Whether an interface has a contracted bandwidth in one direction at least. */
export function hasContract(entry: Bandwidths): boolean {
  const { inBps, outBps } = contractOf(entry);
  return inBps !== undefined || outBps !== undefined;
}
