import type { ApplicationDraft, ApplicationEntry } from '#schemas/application/application.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import { accessTo, type Viewer } from '#schemas/resource/access.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { PlannedFile } from './application-files.ts';
import { readOwnApplications, type ApplicationTransaction } from './application-transaction.ts';
import type { KnownApplication } from './application-file-thread.ts';
import { shownApplication, type StoredApplication } from './read-applications.ts';

/** How the import stores its lines. */
export interface ImportWrites {
  readonly create: (
    change: ApplicationTransaction,
    draft: ApplicationDraft,
    sortOrder: number,
  ) => Promise<void>;
  readonly update: (
    change: ApplicationTransaction,
    before: ApplicationEntry,
    draft: ApplicationDraft,
  ) => Promise<void>;
}

/** Applications that lines of a file may mean, one by name: preferably one that the viewer may change. Private ones of other users do not count. */
export function knownApplications(own: readonly StoredApplication[], viewer: Viewer): KnownApplication[] {
  const known = new Map<string, KnownApplication>();
  for (const one of own) {
    const { read, write } = accessTo(one.stored, viewer);
    const key = nameKey(one.stored.name);
    if (!read || known.get(key)?.isWritable === true || (known.has(key) && !write)) continue;
    known.set(key, { key, isWritable: write, entry: shownApplication(viewer, one)[0] });
  }
  return [...known.values()];
}

/** Changes with whatever a plan depends on. */
export const versionsOf = (known: readonly KnownApplication[]): string =>
  JSON.stringify(known.map(({ key, isWritable, entry }) => [key, isWritable, entry?.id, entry?.version]));

/** The client of the import; undefined for the provider. */
async function ownClient({ tx, actor: { customer } }: ApplicationTransaction): Promise<string | undefined> {
  if (customer === null) return undefined;
  const row = await tx
    .selectFrom('customer')
    .select('client_id')
    .where('id', '=', customer)
    .executeTakeFirstOrThrow();
  return row.client_id;
}

export interface PlannedImport extends PlannedFile {
  readonly dryRun: boolean;
  /** Of what was known when the file was read. */
  readonly versions: string;
}

/**
 * Applies a file in full, or returns what it would change. Throws CONFLICT where applications have changed since it was read, and
 * APPLICATION_MAXIMUM_REACHED.
 */
export async function importApplications(
  change: ApplicationTransaction,
  { planned, clients, dryRun, versions }: PlannedImport,
  writes: ImportWrites,
): Promise<ApplicationImport> {
  const own = await readOwnApplications(change);
  if (versionsOf(knownApplications(own, change.viewer)) !== versions) throw new ProblemError('CONFLICT');
  const added = planned.filter(({ before }) => before === undefined);
  const { max } = change;
  if (own.length + added.length > max)
    throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  let sortOrder = Math.max(0, ...own.map(({ content }) => content.sort_order));
  for (const { draft, before, isChanged } of dryRun ? [] : planned) {
    if (before === undefined) await writes.create(change, draft, (sortOrder += 1));
    else if (isChanged) await writes.update(change, before, draft);
  }
  const client = await ownClient(change);
  return {
    applied: !dryRun,
    applications: planned.map(({ draft: { name }, before, isChanged }) => ({
      name,
      change: before === undefined ? 'added' : isChanged ? 'changed' : 'unchanged',
    })),
    ofAnotherClient: clients.filter((one) => one.client !== client),
  };
}
