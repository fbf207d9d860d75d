import { serveJobs } from '#platform/thread/serve-jobs.ts';
import type { NetworkFileFault, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { RefusedAddress } from '#schemas/inventory/refused-address.ts';
import { readNetworkSource } from './import-source.ts';
import { filePieces, type FilePiece } from './network-file-pieces.ts';

/** A file to read, or faults of one that has been read, to be located in its text. */
export interface NetworkFileJob {
  readonly text: string;
  readonly faults?: readonly PlacedFault[];
}

/** The pieces of a turn of the file that was read last. */
export interface PiecesJob {
  readonly turn: number;
}

/** A file that was read: its pieces are handed over turn by turn. */
export type ReadNetworkFile =
  | { readonly ok: true; readonly turns: number; readonly refused: readonly RefusedAddress[] }
  | { readonly ok: false; readonly faults: readonly NetworkFileFault[] };

/** Faults of a reply: more of them say nothing new. */
const MAX_FAULTS = 1_000;

let pieces: readonly (readonly FilePiece[])[] = [];

/** Seconds of work for a large file: it runs in a thread. */
function readFile({ text, faults }: NetworkFileJob): ReadNetworkFile {
  pieces = [];
  const source = readNetworkSource(text);
  if (!source.ok) return { ok: false, faults: source.faults.slice(0, MAX_FAULTS) };
  if (faults !== undefined) return { ok: false, faults: faults.slice(0, MAX_FAULTS).map(source.locate) };
  pieces = filePieces(source.value);
  return { ok: true, turns: pieces.length, refused: source.refused };
}

const piecesOf = ({ turn }: PiecesJob): readonly FilePiece[] => pieces[turn] ?? [];

serveJobs((job: NetworkFileJob | PiecesJob) => ('turn' in job ? piecesOf(job) : readFile(job)));
