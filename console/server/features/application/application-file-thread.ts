import { serveJobs } from '#platform/thread/serve-jobs.ts';
import type { ApplicationDraft, ApplicationEntry } from '#schemas/application/application.ts';
import { attributeKinds } from '#schemas/application/import.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import {
  foreignNameFault,
  parseDraft,
  readApplicationFile,
  repeatedNameFaults,
  type FileLine,
} from './application-file.ts';

/** An application that the author of a file may read, by the key of its name. */
export interface KnownApplication {
  readonly key: string;
  readonly isWritable: boolean;
  /** Undefined where its attributes do not parse. */
  readonly entry: ApplicationEntry | undefined;
}

export interface ApplicationFileJob {
  readonly csv: string;
  /** Most applications. */
  readonly max: number;
  readonly known: readonly KnownApplication[];
}

export interface PlannedApplication {
  readonly draft: ApplicationDraft;
  /** Undefined for a new application. */
  readonly before: ApplicationEntry | undefined;
  readonly isChanged: boolean;
}

export type ApplicationFilePlan =
  | { readonly is: 'faulty'; readonly faults: readonly Fault[] }
  | { readonly is: 'too many' }
  | {
      readonly is: 'planned';
      readonly planned: readonly PlannedApplication[];
      /** Lines that name a client. */
      readonly clients: readonly { readonly line: number; readonly client: string }[];
    };

/** Faults of a reply: more of them say nothing new. */
const MAX_FAULTS = 1_000;

const lineAndColumn = ({ path }: Fault): readonly number[] => path.split('.').slice(1).map(Number);

/** The first faults in the order of the file. */
const faulty = (faults: readonly Fault[]): ApplicationFilePlan => ({
  is: 'faulty',
  faults: faults
    .toSorted((one, other) => {
      const [line = 0, column = 0] = lineAndColumn(one);
      const [otherLine = 0, otherColumn = 0] = lineAndColumn(other);
      return line - otherLine || column - otherColumn;
    })
    .slice(0, MAX_FAULTS),
});

const contentText = ({ name, description, category, attributes }: ApplicationDraft) =>
  JSON.stringify([name, description, category, attributeKinds.map((kind) => attributes[kind])]);

type LinePlan = { readonly faults: readonly Fault[] } | { readonly planned: PlannedApplication };

function planLine(line: FileLine, known: ReadonlyMap<string, KnownApplication>): LinePlan {
  const name = line.cells.get('name') ?? '';
  const found = known.get(nameKey(name));
  if (found?.isWritable === false) return { faults: [foreignNameFault(line, name)] };
  const before = found?.entry;
  const read = parseDraft(line, before);
  if (!read.ok) return { faults: read.faults };
  const { draft } = read;
  const isChanged =
    before === undefined || contentText(draft) !== contentText({ ...before, visibility: 'public' });
  return { planned: { draft, before, isChanged } };
}

/** What a file would change. Seconds of work for a large one: it runs in a thread. */
function planApplicationFile({ csv, max, known }: ApplicationFileJob): ApplicationFilePlan {
  const file = readApplicationFile(csv, max);
  if (!file.ok) return file.faults === 'too many' ? { is: 'too many' } : faulty(file.faults);
  const byKey = new Map(known.map((one) => [one.key, one]));
  const plans = file.lines.map((line) => planLine(line, byKey));
  const faults = [
    ...repeatedNameFaults(file.lines),
    ...plans.flatMap((plan) => ('faults' in plan ? plan.faults : [])),
  ];
  if (faults.length > 0) return faulty(faults);
  return {
    is: 'planned',
    planned: plans.flatMap((plan) => ('planned' in plan ? [plan.planned] : [])),
    clients: file.lines.flatMap(({ line, cells }) => {
      const client = cells.get('client') ?? '';
      return client === '' ? [] : [{ line, client }];
    }),
  };
}

serveJobs(planApplicationFile);
