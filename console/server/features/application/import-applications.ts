import { parseDraft, repeatedNameFaults, foreignNameFault, readApplicationFile } from './application-file.ts';
import type { FileLine } from './application-file.ts';
import type { ApplicationDraft, ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { ApplicationTransaction } from './application-transaction.ts';
import { readStoredApplications, shownApplication } from './read-applications.ts';
import type { StoredApplication } from './read-applications.ts';

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

interface PlannedApplication {
  readonly draft: ApplicationDraft;
  /** Undefined for a new application. */
  readonly before: ApplicationEntry | undefined;
  readonly isChanged: boolean;
}

const lineAndColumn = ({ path }: Fault): readonly number[] => path.split('.').slice(1).map(Number);

/** Throws IMPORT_FORMAT_INVALID with every fault, in the order of the file. */
function rejectFile(faults: readonly Fault[]): never {
  const errors = faults.toSorted((one, other) => {
    const [line = 0, column = 0] = lineAndColumn(one);
    const [otherLine = 0, otherColumn = 0] = lineAndColumn(other);
    return line - otherLine || column - otherColumn;
  });
  throw new ProblemError('IMPORT_FORMAT_INVALID', { errors });
}

const contentText = ({ name, description, category, attributes }: ApplicationDraft) =>
  JSON.stringify([name, description, category, attributeKinds.map((kind) => attributes[kind])]);

/** The application of this name that the viewer may read, preferably one that they may change. Private ones of other users do not count. */
function findByName(name: string, own: readonly StoredApplication[], { viewer }: ApplicationTransaction) {
  const readable = own.filter(
    ({ stored }) => nameKey(stored.name) === nameKey(name) && accessTo(stored, viewer).read,
  );
  return readable.find(({ stored }) => accessTo(stored, viewer).write) ?? readable[0];
}

type LinePlan = { readonly faults: readonly Fault[] } | { readonly planned: PlannedApplication };

function planLine(
  line: FileLine,
  own: readonly StoredApplication[],
  change: ApplicationTransaction,
): LinePlan {
  const name = line.cells.get('name') ?? '';
  const found = findByName(name, own, change);
  if (found !== undefined && !accessTo(found.stored, change.viewer).write)
    return { faults: [foreignNameFault(line, name)] };
  const [before] = found === undefined ? [] : shownApplication(change.viewer, found);
  const read = parseDraft(line, before);
  if (!read.ok) return { faults: read.faults };
  const { draft } = read;
  const isChanged =
    before === undefined || contentText(draft) !== contentText({ ...before, visibility: 'public' });
  return { planned: { draft, before, isChanged } };
}

/** Lines that name a client other than the one of the import. For the provider, every line that names a client. */
async function findOtherClients({ tx, actor }: ApplicationTransaction, lines: readonly FileLine[]) {
  const own =
    actor.customer === null
      ? undefined
      : await tx
          .selectFrom('customer')
          .select('client_id')
          .where('id', '=', actor.customer)
          .executeTakeFirstOrThrow();
  return lines.flatMap(({ line, cells }) => {
    const client = cells.get('client') ?? '';
    return client === '' || client === own?.client_id ? [] : [{ line, client }];
  });
}

function planImport(
  lines: readonly FileLine[],
  own: readonly StoredApplication[],
  change: ApplicationTransaction,
): readonly PlannedApplication[] {
  const plans = lines.map((line) => planLine(line, own, change));
  const faults = [
    ...repeatedNameFaults(lines),
    ...plans.flatMap((plan) => ('faults' in plan ? plan.faults : [])),
  ];
  if (faults.length > 0) rejectFile(faults);
  return plans.flatMap((plan) => ('planned' in plan ? [plan.planned] : []));
}

/** Applies a file as a whole, or returns what it would change. Throws IMPORT_FORMAT_INVALID with every fault. */
export async function importApplications(
  change: ApplicationTransaction,
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
  writes: ImportWrites,
): Promise<ApplicationImport> {
  const file = readApplicationFile(csv);
  if (!file.ok) rejectFile(file.faults);
  const all = await readStoredApplications(change.tx);
  const own = all.filter(({ stored }) => stored.customer === change.actor.customer);
  const planned = planImport(file.lines, own, change);
  const added = planned.filter(({ before }) => before === undefined);
  const { max } = change;
  if (own.length + added.length > max)
    throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  let sortOrder = Math.max(0, ...own.map(({ content }) => content.sort_order));
  for (const { draft, before, isChanged } of dryRun ? [] : planned) {
    if (before === undefined) await writes.create(change, draft, (sortOrder += 1));
    else if (isChanged) await writes.update(change, before, draft);
  }
  return {
    applied: !dryRun,
    applications: planned.map(({ draft: { name }, before, isChanged }) => ({
      name,
      change: before === undefined ? 'added' : isChanged ? 'changed' : 'unchanged',
    })),
    ofAnotherClient: await findOtherClients(change, file.lines),
  };
}
