import { z } from 'zod';

const Schema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.object({ schema: Schema }));

/** The fields of an OpenAPI operation this page uses. */
const Described = z.object({
  summary: z.string(),
  'x-permission': z.string(),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean(), schema: Schema }),
  ),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
});

export const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Described)) });

export interface ApiOperation extends z.output<typeof Described> {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly ApiOperation[];
}

/** The topic of a path: `role` for `/api/v1/mt/role/{id}`. */
function wordOf(path: string): string {
  const words = path.split('/').filter((word) => !['', 'api', 'v1', 'mt', 'cc'].includes(word));
  if (words[0] === 'customers' && words.length > 2) return words[2] ?? '';
  if (words[0] === 'settings') return `settings ${words[1] ?? ''}`.trim();
  return words[0] ?? '';
}

const says = ({ path, method, summary, ...remaining }: ApiOperation, text: string): boolean =>
  `${method} ${path} ${summary} ${remaining['x-permission']}`.toLowerCase().includes(text.toLowerCase());

/** The calls that match `text`, grouped by topic in alphabetical order. */
export function groupsOf({ paths }: z.output<typeof OpenApi>, text: string): readonly OperationGroup[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): ApiOperation => {
      const verb = method.toUpperCase();
      return { ...described, id: `${verb} ${path}`, method: verb, path };
    }),
  );
  const groups = Map.groupBy(
    operations.filter((operation) => says(operation, text)),
    ({ path }) => wordOf(path),
  );
  return [...groups]
    .map(([name, own]) => ({ name, operations: own }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The URL with its parameters; empty ones are left out of the query. */
export function addressWith(
  { path, parameters }: Pick<ApiOperation, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }): [string, string][] => {
      const value = values[name] ?? '';
      return place === 'query' && value !== '' ? [[name, value]] : [];
    }),
  );
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

/** The call as a shell command. */
export function curlOf(
  operation: Pick<ApiOperation, 'method' | 'path' | 'requestBody'>,
  origin: string,
): string {
  const lines = [`curl -H "Authorization: Bearer $TOKEN"`];
  if (operation.method !== 'GET') lines.push(`-X ${operation.method}`);
  if (operation.requestBody !== undefined) lines.push(`-H 'content-type: application/json' -d @body.json`);
  return [...lines, `'${origin}${operation.path}'`].join(' \\\n  ');
}
