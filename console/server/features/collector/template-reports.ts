import type { TemplateReport } from '#schemas/collector/template-report.ts';

type Counts = Readonly<Record<string, number>>;

/** Columns of the query, by template id. Errors are by id and reason. */
export interface TemplateColumns {
  readonly templateRecords: Counts;
  readonly templateRates: Counts;
  readonly templateBytes: Counts;
  readonly templateLast: Counts;
  readonly templateSince: Counts;
  readonly templateFields: Counts;
  readonly templateScopes: Counts;
  readonly templateErrors: Counts;
}

/** Errors by template and reason, from keys such as `256 record truncated`. */
function errorsOf(columns: TemplateColumns): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for (const [key, count] of Object.entries(columns.templateErrors)) {
    const id = key.slice(0, key.indexOf(' '));
    found.set(id, { ...found.get(id), [key.slice(id.length + 1)]: count });
  }
  return found;
}

/** A report per template, by id, also for templates of which only errors are known. */
function templateReports(columns: TemplateColumns): TemplateReport[] {
  const errors = errorsOf(columns);
  const ids = new Set([...Object.keys(columns.templateRecords), ...errors.keys()]);
  return [...ids]
    .map((id) => ({
      id: Number(id),
      kind: kindOf(columns, id),
      fields: columns.templateFields[id] ?? 0,
      since: columns.templateSince[id] ?? 0,
      records: columns.templateRecords[id] ?? 0,
      bytes: columns.templateBytes[id] ?? 0,
      recordsPerSecond: (columns.templateRates[id] ?? 0) / 60,
      lastExport: columns.templateLast[id] ?? 0,
      errors: errors.get(id) ?? {},
    }))
    .sort((one, other) => one.id - other.id);
}

function kindOf({ templateScopes, templateFields }: TemplateColumns, id: string): TemplateReport['kind'] {
  if (templateFields[id] === undefined) return 'unknown';
  return (templateScopes[id] ?? 0) > 0 ? 'options' : 'data';
}

/** The row with reports of its templates in place of their columns. */
export function withTemplates<Row extends TemplateColumns>(row: Row) {
  const {
    templateRecords,
    templateRates,
    templateBytes,
    templateLast,
    templateSince,
    templateFields,
    templateScopes,
    templateErrors,
    ...remaining
  } = row;
  return {
    ...remaining,
    templates: templateReports({
      templateRecords,
      templateRates,
      templateBytes,
      templateLast,
      templateSince,
      templateFields,
      templateScopes,
      templateErrors,
    }),
  };
}
