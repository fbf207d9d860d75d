import {
  draftOf,
  namesTwice,
  ofOthers,
  readApplicationFile,
} from '#platform/application/application-file.ts';
import type { FileLine } from '#platform/application/application-file.ts';
import type { ApplicationDraft, ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import type { ApplicationImport } from '#schemas/application/import.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { Change } from './application-change.ts';
import { readApplications, shown } from './read-applications.ts';
import type { StoredApplication } from './read-applications.ts';

/** What the import does with its lines. */
export interface ImportWrites {
  readonly add: (change: Change, draft: ApplicationDraft, place: number) => Promise<void>;
  readonly update: (change: Change, before: ApplicationEntry, draft: ApplicationDraft) => Promise<void>;
}

interface Planned {
  readonly draft: ApplicationDraft;
  /** Undefined: it is added. */
  readonly before: ApplicationEntry | undefined;
  readonly isChanged: boolean;
}

const placeOf = ({ path }: InputFault): readonly number[] => path.split('.').slice(1).map(Number);

/** Throws every fault, in the order of the file. */
function refuse(faults: readonly InputFault[]): never {
  const errors = faults.toSorted((one, other) => {
    const [line = 0, column = 0] = placeOf(one);
    const [otherLine = 0, otherColumn = 0] = placeOf(other);
    return line - otherLine || column - otherColumn;
  });
  throw new ProblemError('IMPORT_FORMAT_INVALID', { errors });
}

const contentOf = ({ name, description, category, attributes }: ApplicationDraft) =>
  JSON.stringify([name, description, category, attributeKinds.map((kind) => attributes[kind])]);

/** The one of this name that the caller reads; a private one of somebody else is in nobody's way. */
function knownAs(name: string, own: readonly StoredApplication[], { viewer }: Change) {
  const readable = own.filter(({ stored }) => stored.name === name && accessTo(stored, viewer).read);
  return readable.find(({ stored }) => accessTo(stored, viewer).write) ?? readable[0];
}

type Plan = { readonly faults: readonly InputFault[] } | { readonly planned: Planned };

function planOf(line: FileLine, own: readonly StoredApplication[], change: Change): Plan {
  const name = line.cells.get('name') ?? '';
  const found = knownAs(name, own, change);
  if (found !== undefined && !accessTo(found.stored, change.viewer).write)
    return { faults: [ofOthers(line, name)] };
  const [before] = found === undefined ? [] : shown(change.viewer, found);
  const read = draftOf(line, before);
  if (!read.ok) return { faults: read.faults };
  const { draft } = read;
  const isChanged =
    before === undefined || contentOf(draft) !== contentOf({ ...before, visibility: 'public' });
  return { planned: { draft, before, isChanged } };
}

/** Lines that name another client than the one they are imported for; for the provider each that names one. */
async function ofAnotherClient({ tx, actor }: Change, lines: readonly FileLine[]) {
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

function plannedOf(
  lines: readonly FileLine[],
  own: readonly StoredApplication[],
  change: Change,
): readonly Planned[] {
  const plans = lines.map((line) => planOf(line, own, change));
  const faults = [...namesTwice(lines), ...plans.flatMap((plan) => ('faults' in plan ? plan.faults : []))];
  if (faults.length > 0) refuse(faults);
  return plans.flatMap((plan) => ('planned' in plan ? [plan.planned] : []));
}

/** Applies a file as a whole, or tells what it would change. Throws IMPORT_FORMAT_INVALID with every fault. */
export async function importApplications(
  change: Change,
  { csv, dryRun }: { readonly csv: string; readonly dryRun: boolean },
  writes: ImportWrites,
): Promise<ApplicationImport> {
  const file = readApplicationFile(csv);
  if (!file.ok) refuse(file.faults);
  const all = await readApplications(change.tx);
  const own = all.filter(({ stored }) => stored.customer === change.actor.customer);
  const planned = plannedOf(file.lines, own, change);
  const added = planned.filter(({ before }) => before === undefined);
  const { max } = change;
  if (own.length + added.length > max)
    throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max } });
  let place = Math.max(0, ...own.map(({ content }) => content.sort_order));
  for (const { draft, before, isChanged } of dryRun ? [] : planned) {
    if (before === undefined) await writes.add(change, draft, (place += 1));
    else if (isChanged) await writes.update(change, before, draft);
  }
  return {
    applied: !dryRun,
    applications: planned.map(({ draft: { name }, before, isChanged }) => ({
      name,
      change: before === undefined ? 'added' : isChanged ? 'changed' : 'unchanged',
    })),
    ofAnotherClient: await ofAnotherClient(change, file.lines),
  };
}
