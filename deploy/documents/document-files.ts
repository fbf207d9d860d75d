import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Log } from '#platform/log/log.ts';
import { WrittenDocumentFile } from '#schemas/dashboard/document-file.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { ReportFile } from '#schemas/report/file.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { ProvisionedFile, ProvisionOutcome } from '#server/features/dashboard/provision-documents.ts';

type ReadFile =
  | { readonly ok: true; readonly file: ProvisionedFile }
  | { readonly ok: false; readonly faults: readonly string[] };

/** Reports have a document of another form. */
const isReportFile = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'kind' in json && json.kind === 'report';

function readFile(folder: string, path: string): ReadFile {
  const [first = '', ...below] = path.split(sep);
  const file = [first, ...below].join('/');
  const fault = (text: string): ReadFile => ({ ok: false, faults: [`${file}: ${text}`] });
  if (below.length > 1)
    return fault('files are in the folder, or in one named after the client id of a customer');
  const text = readFileSync(join(folder, path), 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return fault((error as Error).message);
  }
  const read = isReportFile(json) ? parseInput(ReportFile, json) : parseInput(WrittenDocumentFile, json);
  if (!read.ok)
    return {
      ok: false,
      faults: read.faults.map(
        ({ path: at, code, params }) =>
          `${file}: ${at === '' ? '' : `${at}: `}${problemText(code, 'en', params)}`,
      ),
    };
  const digest = createHash('sha256').update(text).digest('hex');
  return {
    ok: true,
    file: { file, clientId: below.length === 0 ? undefined : first, digest, value: read.data },
  };
}

/** Dashboards, or home pages, of one customer with the same name: only one of them could be created. */
function takenNames(files: readonly ProvisionedFile[]): readonly string[] {
  const first = new Map<string, string>();
  return files.flatMap(({ file, clientId = '', value }) => {
    const name = [clientId, value.kind, value.name].join('/').toLowerCase();
    const other = first.get(name);
    if (other === undefined) first.set(name, file);
    return other === undefined ? [] : [`${file}: name: ${other} has the same name`];
  });
}

/** Reads the JSON files of a folder and of its folders, which are named after client ids. Returns the faults of all of them. */
export function readDocumentFiles(folder: string): {
  readonly files: readonly ProvisionedFile[];
  readonly faults: readonly string[];
} {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    return { files: [], faults: [`${folder}: ${(error as Error).message}`] };
  }
  const read = names
    .filter((name) => name.endsWith('.json'))
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => readFile(folder, name));
  const files = read.flatMap((each) => (each.ok ? [each.file] : []));
  return { files, faults: [...read.flatMap((each) => (each.ok ? [] : each.faults)), ...takenNames(files)] };
}

/** Logs what became of each file that is not as it was. */
export function logProvisioning(log: Log, outcomes: readonly ProvisionOutcome[]): void {
  for (const { file, outcome, unknown } of outcomes) {
    if (outcome === 'unchanged') continue;
    const left = unknown.slice(0, 20).join(', ');
    if (outcome === 'drifted') log.warn({ file }, 'document drifted');
    else if (isRejected(outcome)) log.warn({ file, reason: outcome }, 'document not provisioned');
    else log.info({ file, outcome, ...(left !== '' && { left }) }, 'document provisioned');
  }
}

const isRejected = (outcome: ProvisionOutcome['outcome']): boolean =>
  outcome === 'customer unknown' || outcome === 'name taken' || outcome === 'KPI incompatible';
