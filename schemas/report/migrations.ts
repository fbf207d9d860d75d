import { parseInput, type ParsedInput } from '../problem/input-faults.ts';
import { REPORT_VERSION, StoredReport } from './document.ts';

/** Parses a stored report of this or an older version. Every fault has the path of its place. */
export function readReportDocument(value: unknown): ParsedInput<typeof StoredReport> {
  const version: unknown =
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['version'] : undefined;
  if (typeof version === 'number' && version > REPORT_VERSION) {
    const params = { max: REPORT_VERSION };
    return { ok: false, faults: [{ path: 'version', code: 'DOCUMENT_NEWER', params }] };
  }
  return parseInput(StoredReport, value);
}
