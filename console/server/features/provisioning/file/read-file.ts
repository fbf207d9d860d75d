import { asLine } from '#schemas/text/line.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { UnreadableFileError, type Sheet } from './sheet.ts';

const startsWith = (bytes: Uint8Array, ...signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);

async function readSheet(bytes: Uint8Array): Promise<Sheet> {
  // A ZIP archive; no text file begins so.
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes);
  // A compound file: XLS, or an XLSX with a password ([MS-CFB] §2.2).
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFileError('IMPORT_FILE_OLD_WORKBOOK');
  return readCsv(bytes);
}

/** Reads an imported file by its content, whatever its name says. Headings are shown and assigned: as lines. Throws UnreadableFileError. */
export async function readImportFile(bytes: Uint8Array): Promise<Sheet> {
  const sheet = await readSheet(bytes);
  const { heading } = sheet;
  return { ...sheet, heading: { ...heading, cells: heading.cells.map(asLine) } };
}
