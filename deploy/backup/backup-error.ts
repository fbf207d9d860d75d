/** A backup or a restore failed for a reason that the user can do something about; the message says all there is to know. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const hasNoSpace = (error: unknown): boolean =>
  (error as { code?: string }).code === 'ENOSPC' || /No space left on device/i.test(String(error));

/** The error in the words of the user: a full disk is the most frequent one. */
export function inWords(error: unknown, folder: string): string {
  if (hasNoSpace(error)) return `${folder}: the disk is full`;
  return error instanceof Error ? error.message : String(error);
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes for a line on the terminal. */
export function sizeText(bytes: number): string {
  const at = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${UNITS[at] ?? ''}`;
}
