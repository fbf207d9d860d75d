import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import type { Sheet } from './sheet.ts';

/** A ZIP archive begins so; no text file does. */
const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Reads an imported file by its content, whatever its name says. Throws UnreadableFileError. */
export const readImportFile = async (bytes: Uint8Array): Promise<Sheet> =>
  isArchive(bytes) ? readXlsx(bytes) : readCsv(bytes);
