import { readFileSync } from 'node:fs';
import { exportCockpit, importCockpit } from '#schemas/cockpit/file-routes.ts';
import { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import { listCockpits } from '#schemas/cockpit/routes.ts';
import { DocumentFile } from '#schemas/dashboard/document-file.ts';
import { customerDocuments, providerDocuments } from '#schemas/dashboard/routes.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { ReportFile } from '#schemas/report/file.ts';
import { customerReports, providerReports } from '#schemas/report/routes.ts';
import type { z } from 'zod';
import { CommandError } from './command-error.ts';
import type { TelltaleClient } from './telltale-client.ts';

/** What became of a file; of a dry run, what would. */
export interface ApplyResult {
  readonly file: string;
  readonly name: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly difference: unknown;
  /** Elements that are not known there. */
  readonly leftOut: readonly unknown[];
}

interface Document {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

interface ImportResult {
  readonly difference: object;
  readonly leftOut: readonly unknown[];
}

type ReplacedVersion = { readonly replaces?: { readonly id: number; readonly version: number } };

/** How files of a kind are applied in a space. */
interface Target {
  readonly name: string;
  readonly list: () => Promise<readonly Document[]>;
  readonly import: (replaced: ReplacedVersion, dryRun: boolean) => Promise<ImportResult>;
}

function parsed<Schema extends z.ZodType>(schema: Schema, path: string, json: unknown): z.output<Schema> {
  const read = parseInput(schema, json);
  if (read.ok) return read.data;
  const lines = read.faults.map(
    ({ path: at, code, params }) =>
      `${path}: ${at === '' ? '' : `${at}: `}${problemText(code, 'en', params)}`,
  );
  throw new CommandError('usage', lines.join('\n'));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8'));
  } catch (error) {
    throw new CommandError('usage', `${path}: ${(error as Error).message}`);
  }
}

/** Documents of a customer; those that the provider shares are changed where they are. */
const own = (documents: readonly (Document & { readonly edit: string })[]): readonly Document[] =>
  documents.filter(({ edit }) => edit !== 'multi-client');

interface Space {
  readonly client: TelltaleClient;
  /** Undefined: the multi-client space. */
  readonly customerId: number | undefined;
}

function cockpitTarget({ client }: Space, file: CockpitFile): Target {
  return {
    name: file.cockpit.name,
    list: async () => (await client.call(listCockpits, {})).cockpits,
    import: (replaced, dryRun) =>
      client.call(importCockpit, {
        query: { dryRun: String(dryRun) },
        body: { file, enable: true, ...replaced },
      }),
  };
}

/** A file of documents that a customer and the provider have alike: its routes are those of the space. */
function libraryTarget(
  { client, customerId }: Space,
  file: ReportFile | DocumentFile,
  routes: typeof customerReports | (typeof customerDocuments)[DocumentFile['kind']],
): Target {
  const place = customerId === undefined ? {} : { params: { customerId } };
  return {
    name: file.name,
    list: async () => own((await client.call(routes.list, place as never)).documents),
    import: (replaced, dryRun) =>
      client.call(routes.import, {
        ...place,
        query: { dryRun: String(dryRun) },
        body: { file, ...replaced },
      } as never),
  };
}

function reportTarget(space: Space, file: ReportFile): Target {
  const provider = providerReports as unknown as typeof customerReports;
  return libraryTarget(space, file, space.customerId === undefined ? provider : customerReports);
}

function documentTarget(space: Space, file: DocumentFile): Target {
  const provider = providerDocuments as unknown as typeof customerDocuments;
  return libraryTarget(
    space,
    file,
    (space.customerId === undefined ? provider : customerDocuments)[file.kind],
  );
}

function targetOf(space: Space, path: string): Target {
  const json = readJson(path);
  const { format, kind } = (json ?? {}) as { readonly format?: unknown; readonly kind?: unknown };
  if (format === 'telltale-cockpit') return cockpitTarget(space, parsed(CockpitFile, path, json));
  if (kind === 'report') return reportTarget(space, parsed(ReportFile, path, json));
  return documentTarget(space, parsed(DocumentFile, path, json));
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.length === 0);

/** Whether a difference names anything. */
const isUnchanged = (difference: object): boolean => Object.values(difference).every(isEmpty);

/**
 * Applies a file to a space: creates what has no name there, updates what has another content, and writes nothing when it is the same. An
 * update is of the version that was compared: a change in between is a CONFLICT.
 */
export async function applyDocument(space: Space, path: string, dryRun: boolean): Promise<ApplyResult> {
  const target = targetOf(space, path);
  const isSame = ({ name }: Document): boolean => name.toLowerCase() === target.name.toLowerCase();
  const found = (await target.list()).find(isSame);
  const replaced = found === undefined ? {} : { replaces: { id: found.id, version: found.version } };
  const { difference, leftOut } = await target.import(replaced, true);
  const outcome = found === undefined ? 'created' : isUnchanged(difference) ? 'unchanged' : 'updated';
  if (!dryRun && outcome !== 'unchanged') await target.import(replaced, false);
  return { file: path, name: target.name, outcome, difference, leftOut };
}

/** The document of a space as a file, to be applied again. */
export async function exportDocument(
  { client, customerId }: Space,
  kind: string,
  id: number,
): Promise<unknown> {
  if (kind === 'cockpit') return client.call(exportCockpit, { params: { cockpitId: id } });
  const params = { resourceId: id, ...(customerId === undefined ? {} : { customerId }) };
  const provider = { ...providerDocuments, report: providerReports } as unknown;
  const customer = { ...customerDocuments, report: customerReports } as const;
  const routes = customerId === undefined ? (provider as typeof customer) : customer;
  if (kind !== 'dashboard' && kind !== 'home' && kind !== 'report')
    throw new CommandError('usage', `${kind} is no kind of documents: dashboard, home, report or cockpit`);
  return client.call(routes[kind].export, { params } as never);
}
