import { serveJobs } from '#platform/thread/serve-jobs.ts';
import type { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { NetworkFileFault, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { RefusedAddress } from '#schemas/inventory/refused-address.ts';
import { readNetworkSource } from './import-source.ts';

/** A file to read, or faults of one that has been read, to be located in its text. */
export interface NetworkFileJob {
  readonly text: string;
  readonly faults?: readonly PlacedFault[];
}

export type NetworkFileResult =
  | { readonly ok: true; readonly value: NetworkFile; readonly refused: readonly RefusedAddress[] }
  | { readonly ok: false; readonly faults: readonly NetworkFileFault[] };

/** Faults of a reply: more of them say nothing new. */
const MAX_FAULTS = 1_000;

/** Seconds of work for a large file: it runs in a thread. */
function resultOf({ text, faults }: NetworkFileJob): NetworkFileResult {
  const source = readNetworkSource(text);
  if (!source.ok) return { ok: false, faults: source.faults.slice(0, MAX_FAULTS) };
  return faults === undefined
    ? { ok: true, value: source.value, refused: source.refused }
    : { ok: false, faults: faults.slice(0, MAX_FAULTS).map(source.locate) };
}

serveJobs(resultOf);
