import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import type { Fault } from '#schemas/problem/fault.ts';
import type { TextParameters } from '#schemas/problem/definition.ts';

export interface ProblemDetail {
  readonly params?: TextParameters;
  readonly errors?: readonly Fault[];
  readonly detail?: string;
  readonly cause?: unknown;
}

/** Rejects a request. `problem-plugin.ts` turns it into the response. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly detail: ProblemDetail;

  constructor(code: ProblemCode, detail: ProblemDetail = {}) {
    super(code, { cause: detail.cause });
    this.code = code;
    this.detail = detail;
  }
}

const NO_DATA: ReadonlySet<ProblemCode> = new Set(['DASHLET_NO_DATA', 'DASHLET_NO_MATCH']);

/** Whether a request for data was rejected because there is none, or nothing that it selects. */
export const isNoData = (error: unknown): boolean => error instanceof ProblemError && NO_DATA.has(error.code);
