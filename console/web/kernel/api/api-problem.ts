import { z } from 'zod';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { TextLanguage, TextParameters } from '#schemas/problem/definition.ts';
import { knownCode, problemSentence } from './problem-texts.ts';

/** A fault of one input, as reported by the server. */
export interface RejectedInput {
  /** Dotted: `body.password`. */
  readonly path: string;
  readonly code?: string | undefined;
  readonly params?: TextParameters | undefined;
}

interface Facts {
  readonly code: ProblemCode;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly params?: TextParameters | undefined;
  readonly errors?: readonly RejectedInput[] | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A rejected or failed call. `code` selects the text. */
export class ApiProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly params: TextParameters;
  /** Faults of single inputs. */
  readonly errors: readonly RejectedInput[];
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
/** The fields the console reads of a problem object (RFC 9457); the code is checked against the catalogue afterwards. */
const Rejection = z.object({
  code: z.string(),
  params: Params,
  errors: z.array(z.object({ path: z.string(), code: z.string().optional(), params: Params })).optional(),
  requestId: z.string().optional(),
});

/** Reads a problem. Another body, such as a proxy's error page, still yields its status. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const { status } = response;
  const header = response.headers.get('x-request-id') ?? undefined;
  const body = Rejection.safeParse(await response.json().catch(() => undefined));
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

/** The sentence for the user; "something went wrong" for anything but a known problem. */
export function sentenceOf(error: unknown, language: TextLanguage): string {
  if (error instanceof ApiProblem) return problemSentence(error.code, language, error.params);
  return problemSentence('UNEXPECTED', language, {});
}
