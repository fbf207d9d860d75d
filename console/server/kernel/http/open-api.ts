import type { z } from 'zod';
import { DocumentFile } from '#schemas/dashboard/document-file.ts';
import { problems } from '#schemas/problem/catalogue.ts';
import { PROBLEM_MEDIA_TYPE, Problem } from '#schemas/problem/problem.ts';
import type { Route } from '#schemas/route.ts';
import { problemsOf } from '#schemas/route-problems.ts';
import { OpenApiSchemas, type Json } from './open-api-schemas.ts';

const retryAfter = {
  'Retry-After': { description: 'Seconds until the next request is accepted', schema: { type: 'integer' } },
};

function parametersOf(
  schemas: OpenApiSchemas,
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.write(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }));
}

/** The problems of a route by status, each with its codes (RFC 9457). */
function problemResponsesOf(contract: Route): Readonly<Record<string, Json>> {
  const byStatus = Map.groupBy(problemsOf(contract), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `${code}: ${problems[code].en}`).join('\n'),
        ...(status === 429 ? { headers: retryAfter } : {}),
        content: {
          [PROBLEM_MEDIA_TYPE]: {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
            },
          },
        },
      },
    ]),
  );
}

function operationOf(schemas: OpenApiSchemas, contract: Route): Json {
  const { needs, scope, summary, params, query, body, reply, stream } = contract;
  const { media = stream ?? 'application/json' } = contract;
  return {
    summary,
    description: `Needs: ${needs}. Scope: ${scope}.`,
    'x-permission': needs,
    parameters: [...parametersOf(schemas, params, 'path'), ...parametersOf(schemas, query, 'query')],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.write(body, 'input') } },
          },
        }),
    responses: {
      200: { description: 'Done', content: { [media]: { schema: schemas.write(reply, 'output') } } },
      ...problemResponsesOf(contract),
    },
  };
}

const templated = (path: string): string => path.replaceAll(/:([a-zA-Z]+)/g, '{$1}');

/** The API as an OpenAPI 3.1 document, built from the served contracts. */
export function openApiOf(contracts: readonly Route[]): Json {
  const schemas = new OpenApiSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const contract of contracts) {
    const path = templated(contract.path);
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: operationOf(schemas, contract) };
  }
  const named = {
    Problem: schemas.write(Problem, 'output'),
    // Editors check files of dashboards against it.
    DocumentFile: schemas.write(DocumentFile, 'input'),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Telltale', version: '1' },
    paths,
    components: { schemas: { ...named, ...schemas.components() } },
  };
}
