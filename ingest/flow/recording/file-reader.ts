import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { packPiece, PIECE_BYTES, PieceRequest, type RecordPiece } from '#schemas/debug/file-piece.ts';
import { recordFileName, recordingFolderName } from '#schemas/debug/record.ts';

/** Requests of one server for one file follow each other: this many downloads at the same time. */
const MAX_READS = 8;

/** Reads a piece; undefined: there is no such file here. */
export async function readPiece(
  directory: string,
  { file, offset }: PieceRequest,
): Promise<RecordPiece | undefined> {
  const path = join(directory, recordingFolderName(file), recordFileName(file));
  const handle = await open(path, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const { size } = await handle.stat();
    const bytes = new Uint8Array(Math.max(0, Math.min(PIECE_BYTES, size - offset)));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, offset);
    return { size, bytes: bytes.subarray(0, bytesRead) };
  } finally {
    await handle.close();
  }
}

/**
 * Sends pieces of the recordings of this collector on request. Without the file it is silent: another collector of this name, on
 * another machine, may have it.
 */
export function serveRecordFiles(
  { bus, log }: { readonly bus: Pick<Bus, 'subscribe'>; readonly log: Log },
  { directory, collector }: { readonly directory: string; readonly collector: string },
  signal: AbortSignal,
): void {
  let reads = 0;
  bus.subscribe(
    subjects.recordFile(collector),
    ({ data, respond }) => {
      const request = PieceRequest.parse(JSON.parse(new TextDecoder().decode(data)));
      if (request.file.collector !== collector || reads >= MAX_READS) return;
      reads += 1;
      void readPiece(directory, request)
        .then((piece) => {
          if (piece !== undefined) respond(packPiece(piece));
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'recording read failed');
        })
        .finally(() => {
          reads -= 1;
        });
    },
    { signal },
  );
}
