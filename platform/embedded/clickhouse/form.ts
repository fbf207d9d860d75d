import type { IncomingMessage } from 'node:http';
import { bodyOfRequest, readText } from './body.ts';
import { ClickHouseFailure } from './failure.ts';
import type { QueryRequest } from './request.ts';

const typeOf = ({ headers }: IncomingMessage): string => headers['content-type'] ?? '';

/** Whether statement and parameters are in a form: what clients send when parameters are too long for a URL. */
export const isForm = (request: IncomingMessage): boolean =>
  request.method === 'POST' && typeOf(request).startsWith('multipart/form-data');

/** Adds the statement and the parameters of the form in the body. */
export async function withForm(request: IncomingMessage, query: QueryRequest): Promise<QueryRequest> {
  const body = await readText(bodyOfRequest(request));
  const reading = new Response(new Uint8Array(body), { headers: { 'content-type': typeOf(request) } });
  const fields = await reading.formData().catch((error: unknown) => {
    throw new ClickHouseFailure(62, `Syntax error: the form is unreadable: ${String(error)}`);
  });
  const texts = [...fields].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  const statement = texts.find(([name]) => name === 'query')?.[1];
  return {
    ...query,
    query: [query.query, statement].filter(Boolean).join('\n'),
    parameters: [
      ...query.parameters,
      ...texts.flatMap(([name, value]) =>
        name.startsWith('param_') ? [[name.slice(6), value] as const] : [],
      ),
    ],
  };
}
