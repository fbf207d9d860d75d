import type { Readable } from 'node:stream';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { UnreadableFileError } from './sheet.ts';

const { maxUnpackedBytes, maxUnpackedRatio } = provisioningLimits;
/** Limit of small workbooks, which are mostly their frame. */
const ALWAYS_UNPACKED_BYTES = 16 * 1_024 * 1_024;
/** A workbook has some dozens of files. */
const MAX_ENTRIES = 5_000;

/** Maximum unpacked bytes of an archive by its size. */
const unpackedLimit = (packedBytes: number): number =>
  Math.min(maxUnpackedBytes, Math.max(ALWAYS_UNPACKED_BYTES, packedBytes * maxUnpackedRatio));

const tooLarge = (limit: number) =>
  new UnreadableFileError('IMPORT_UNPACKED_TOO_LARGE', { max: Math.floor(limit / 1_024 / 1_024) });

const brokenArchive = (error: unknown) =>
  error instanceof UnreadableFileError
    ? error
    : new UnreadableFileError('IMPORT_FILE_UNREADABLE', {
        reason: error instanceof Error ? error.message : String(error),
      });

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Sizes are compared with the archive's list while unpacking: an entry cannot be larger than it says.
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(brokenArchive(error));
    });
  });

function listEntries(zip: ZipFile, limit: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      unpacked += entry.uncompressedSize;
      if (unpacked > limit || entries.size >= MAX_ENTRIES) {
        reject(tooLarge(unpacked > maxUnpackedBytes ? maxUnpackedBytes : limit));
        return;
      }
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => {
      resolve(entries);
    });
    zip.on('error', (error: unknown) => {
      reject(brokenArchive(error));
    });
    zip.readEntry();
  });
}

/** The files of a ZIP archive. */
export interface Archive {
  readonly has: (name: string) => boolean;
  /** Yields the text of a file. Throws UnreadableFileError. */
  readonly read: (name: string) => AsyncGenerator<string>;
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream);
      else reject(brokenArchive(error));
    });
  });
}

/** Opens an archive whose files together are within the limit. Throws UnreadableFileError. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries = await listEntries(zip, unpackedLimit(bytes.byteLength));
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined)
        throw new UnreadableFileError('IMPORT_FILE_UNREADABLE', { reason: `${name} is missing` });
      const decoder = new TextDecoder('utf-8');
      try {
        const stream = await openEntry(zip, entry);
        for await (const chunk of stream as AsyncIterable<Buffer>)
          yield decoder.decode(chunk, { stream: true });
      } catch (error) {
        throw brokenArchive(error);
      }
    },
  };
}
