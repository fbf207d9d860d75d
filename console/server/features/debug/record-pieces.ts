import type { Bus } from '#platform/bus/bus.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { unpackPiece, type RecordPiece, type PieceRequest } from '#schemas/debug/file-piece.ts';
import type { RecordFileId } from '#schemas/debug/record.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

/** A disk under load takes seconds. */
const PIECE_TIMEOUT_MS = 5_000;

type Requests = Pick<Bus, 'request'>;

/** A piece of a file from the collector that has it. Throws DEBUG_COLLECTOR_SILENT. */
async function readPiece(bus: Requests, request: PieceRequest): Promise<RecordPiece> {
  const { collector } = request.file;
  try {
    const reply = await bus.request(
      subjects.recordFile(collector),
      JSON.stringify(request),
      PIECE_TIMEOUT_MS,
    );
    return unpackPiece(reply);
  } catch (error) {
    throw new ProblemError('DEBUG_COLLECTOR_SILENT', { params: { collector }, cause: error });
  }
}

/** The pieces of a file up to its size at the first one: a recording that runs continues. */
async function* piecesAfter(
  bus: Requests,
  file: RecordFileId,
  first: RecordPiece,
): AsyncGenerator<Uint8Array> {
  yield first.bytes.subarray(0, first.size);
  for (let offset = first.bytes.length; offset < first.size;) {
    const { bytes } = await readPiece(bus, { file, offset });
    if (bytes.length === 0) return;
    yield bytes.subarray(0, first.size - offset);
    offset += bytes.length;
  }
}

/**
 * Reads a file from the collector that has it, one piece after the other as they are consumed. The first one is read before this
 * resolves: a collector that is silent is a problem of the request.
 */
export async function recordPieces(bus: Requests, file: RecordFileId): Promise<AsyncIterable<Uint8Array>> {
  return piecesAfter(bus, file, await readPiece(bus, { file, offset: 0 }));
}
