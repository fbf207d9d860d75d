import { z } from 'zod';
import { ProblemCodeValue } from '../problem/problem.ts';
import { ImportField, ImportMapping, importLevels } from './import-columns.ts';

/** What is requested of a run: the difference, its application, or the reversal of what it has applied. */
export const ImportTask = z.enum(['plan', 'apply', 'undo']);
export type ImportTask = z.infer<typeof ImportTask>;

/**
 * `queued` → `running` → `ready` for a difference; → `finished` once applied, `undone` once taken back, else `failed`. `held`: an automatic
 * import would remove so much that a person decides. A cancelled run has changed nothing.
 */
export const ImportState = z.enum([
  'queued',
  'running',
  'ready',
  'held',
  'finished',
  'failed',
  'cancelled',
  'undone',
]);
export type ImportState = z.infer<typeof ImportState>;

/** `file`: a line in error rejects the file. `lines`: it is left out, all others are imported. */
export const ImportMode = z.enum(['file', 'lines']);
export type ImportMode = z.infer<typeof ImportMode>;

export const ImportChoices = z.strictObject({
  mode: ImportMode,
  /** Elements of the customers in the file that it does not name are removed. Not while a line is in error. */
  removeMissing: z.boolean(),
});
export type ImportChoices = z.infer<typeof ImportChoices>;

export const ImportStep = z.enum(['reading', 'comparing', 'writing']);
export type ImportStep = z.infer<typeof ImportStep>;

export const ImportProgress = z.strictObject({ step: ImportStep, done: z.int(), total: z.int() });
export type ImportProgress = z.infer<typeof ImportProgress>;

export const ImportCounts = z.strictObject({
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
  unchanged: z.int(),
  /** Lines. */
  rejected: z.int(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;
export const noCounts: ImportCounts = { added: 0, changed: 0, removed: 0, unchanged: 0, rejected: 0 };

/** How the file was read. */
export const ImportSource = z.strictObject({
  kind: z.enum(['csv', 'xlsx']),
  /** Of a CSV. */
  encoding: z.string(),
  separator: z.string(),
  /** Of a workbook. */
  sheet: z.string(),
  /** Headings with the first value below each. */
  headings: z.array(z.strictObject({ name: z.string(), sample: z.string() })),
});
export type ImportSource = z.infer<typeof ImportSource>;

export const ImportedLevel = z.enum(importLevels);

export const ImportDifferenceRow = z.strictObject({
  kind: ImportedLevel,
  change: z.enum(['added', 'changed', 'removed']),
  /** Path from the customer. */
  name: z.string(),
  /** Line of the file; null for a removed element. */
  line: z.int().nullable(),
  /** By columns of the import; a device that moves changes its site. Profiles and credentials by their names. */
  fields: z.array(
    z.strictObject({ name: ImportField, before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ImportDifferenceRow = z.infer<typeof ImportDifferenceRow>;

const Params = z.record(z.string(), z.union([z.string(), z.number()]));

/** A fault of a line. */
export const ImportFault = z.strictObject({
  /** From 1, as an editor or a spreadsheet counts. */
  line: z.int(),
  /** From 1; 0 for the entire line. */
  column: z.int(),
  /** Null: the heading or the entire line. */
  field: ImportField.nullable(),
  code: ProblemCodeValue,
  params: Params.optional(),
});
export type ImportFault = z.infer<typeof ImportFault>;

/** Why a run has no result. */
export const ImportFailure = z.strictObject({ code: ProblemCodeValue, params: Params.optional() });
export type ImportFailure = z.infer<typeof ImportFailure>;

export const ImportRun = z.strictObject({
  id: z.int(),
  /** Name of the file. */
  name: z.string(),
  bytes: z.int(),
  task: ImportTask,
  state: ImportState,
  progress: ImportProgress,
  ...ImportChoices.shape,
  mapping: ImportMapping,
  source: ImportSource.nullable(),
  lines: z.int(),
  linesImported: z.int(),
  linesInError: z.int(),
  counts: ImportCounts,
  /** Client ids of the customers in the file. */
  clients: z.array(z.string()),
  /** Levels of the inventory in the file. */
  contents: z.array(ImportedLevel),
  failure: ImportFailure.extend({ message: z.string() }).nullable(),
  /** The schedule that started it. */
  schedule: z.int().nullable(),
  repeatOf: z.int().nullable(),
  /** Whether the files are still kept. */
  hasSource: z.boolean(),
  hasResult: z.boolean(),
  /** The last import that changed something. */
  isLast: z.boolean(),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type ImportRun = z.infer<typeof ImportRun>;
