import { z } from 'zod';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextLanguage, TextParameters } from '#schemas/problem/definition.ts';
import { knownCode, problemSentence } from './problem-texts.ts';

/** A fault of one entry, as the server names it. */
export interface RefusedInput {
  /** Dotted: `body.password`. */
  readonly path: string;
  readonly code?: string | undefined;
  readonly params?: TextParameters | undefined;
}

interface Facts {
  readonly code: ProblemCode;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly params?: TextParameters | undefined;
  readonly errors?: readonly RefusedInput[] | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A call that was refused or failed. `code` chooses the sentence to show. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly params: TextParameters;
  /** What is wrong with which entry. */
  readonly errors: readonly RefusedInput[];
  readonly requestId: string | undefined;

  constructor({ code, status, params, errors = [], requestId, cause }: Facts) {
    super(`${code} (${String(status)})`, { cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.params = { ...params, ...(requestId === undefined ? {} : { requestId }) };
  }
}

const Params = z.record(z.string(), z.union([z.string(), z.number()])).optional();
/** What the console reads of a problem object (RFC 9457); the code is checked against the catalogue afterwards. */
const Refusal = z.object({
  code: z.string(),
  params: Params,
  errors: z.array(z.object({ path: z.string(), code: z.string().optional(), params: Params })).optional(),
  requestId: z.string().optional(),
});

/** Reads a refusal. A body that is none, such as a proxy's page, still gives its status. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const { status } = response;
  const header = response.headers.get('x-request-id') ?? undefined;
  const body = Refusal.safeParse(await response.json().catch(() => undefined));
  if (!body.success) return new ApiProblem({ code: 'UNEXPECTED', status, requestId: header });
  const { code, params, errors, requestId } = body.data;
  return new ApiProblem({
    code: await knownCode(code),
    status,
    params,
    errors,
    requestId: requestId ?? header,
  });
}

/** The sentence for the user; whatever is no known problem is "something went wrong". */
export function sentenceOf(error: unknown, language: TextLanguage): string {
  if (error instanceof ApiProblem) return problemSentence(error.code, language, error.params);
  return problemSentence('UNEXPECTED', language, {});
}
