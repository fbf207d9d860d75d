import { z } from 'zod';
import { type ProblemCode, problemCodes, problems } from './catalogue.ts';
import { fillText, type TextLanguage, type TextParameters } from './definition.ts';
import { templateOf } from './own-problem-texts.ts';

export const ProblemCodeValue = z.enum(problemCodes);

/** A fault of one input. */
export const InputFault = z.object({
  /** Dotted path in the body or query: `recipients.0.email`. Empty for the whole. */
  path: z.string(),
  message: z.string(),
  code: ProblemCodeValue,
  /** Placeholder values of its text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type InputFault = z.infer<typeof InputFault>;

/**
 * Body of every rejected request, `application/problem+json` (RFC 9457). `code`, `params`, `errors` and `requestId` are extension
 * members (section 3.2); clients ignore unknown members, so the object is open.
 */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int().min(400).max(599),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: ProblemCodeValue,
  /** Placeholder values of the text, so that the console can show it in the user's language. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  errors: z.array(InputFault).optional(),
  requestId: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Returns the text for the user. */
export const problemText = (code: ProblemCode, language: TextLanguage, params: TextParameters = {}): string =>
  fillText(templateOf(code, problems[code], language), params, language);

/** Identifies the kind of problem (RFC 9457, section 3.1.1). */
const problemType = (code: ProblemCode): string =>
  `urn:telltale:problem:${code.toLowerCase().replaceAll('_', '-')}`;

export interface ProblemDetails extends Pick<
  Problem,
  'detail' | 'instance' | 'params' | 'errors' | 'requestId'
> {
  readonly language?: TextLanguage;
}

/** Returns the body of a code, in English by default. */
export function problemOf(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { language = 'en', ...remaining } = details;
  return {
    type: problemType(code),
    title: problemText(code, language, remaining.params),
    status: problems[code].status,
    code,
    ...remaining,
  };
}
