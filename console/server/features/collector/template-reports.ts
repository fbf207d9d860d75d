import type { TemplateReport } from '#schemas/collector/template-report.ts';

type Counts = Readonly<Record<string, number>>;

/** By template id, as the query answers them; of errors by id and reason. */
export interface TemplateCells {
  readonly templateRecords: Counts;
  readonly templateRates: Counts;
  readonly templateBytes: Counts;
  readonly templateLast: Counts;
  readonly templateSince: Counts;
  readonly templateFields: Counts;
  readonly templateScopes: Counts;
  readonly templateErrors: Counts;
}

/** `256 record truncated`: of which template, and why. */
function errorsOf(cells: TemplateCells): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  for (const [key, count] of Object.entries(cells.templateErrors)) {
    const id = key.slice(0, key.indexOf(' '));
    found.set(id, { ...found.get(id), [key.slice(id.length + 1)]: count });
  }
  return found;
}

/** What is told of each template, by its id; those as well that only errors are known of. */
function templateReports(cells: TemplateCells): TemplateReport[] {
  const errors = errorsOf(cells);
  const ids = new Set([...Object.keys(cells.templateRecords), ...errors.keys()]);
  return [...ids]
    .map((id) => ({
      id: Number(id),
      kind: kindOf(cells, id),
      fields: cells.templateFields[id] ?? 0,
      since: cells.templateSince[id] ?? 0,
      records: cells.templateRecords[id] ?? 0,
      bytes: cells.templateBytes[id] ?? 0,
      recordsPerSecond: (cells.templateRates[id] ?? 0) / 60,
      lastExport: cells.templateLast[id] ?? 0,
      errors: errors.get(id) ?? {},
    }))
    .sort((one, other) => one.id - other.id);
}

function kindOf({ templateScopes, templateFields }: TemplateCells, id: string): TemplateReport['kind'] {
  if (templateFields[id] === undefined) return 'unknown';
  return (templateScopes[id] ?? 0) > 0 ? 'options' : 'data';
}

/** A row of the query with the reports of its templates in the place of their cells. */
export function withTemplates<Row extends TemplateCells>(row: Row) {
  const {
    templateRecords,
    templateRates,
    templateBytes,
    templateLast,
    templateSince,
    templateFields,
    templateScopes,
    templateErrors,
    ...rest
  } = row;
  return {
    ...rest,
    templates: templateReports({
      ...{ templateRecords, templateRates, templateBytes, templateLast },
      ...{ templateSince, templateFields, templateScopes, templateErrors },
    }),
  };
}
