import type { z } from 'zod';
import { type ProblemCode, problemCodes, problems } from './catalogue.ts';
import { placeholdersOf, type TextParameters } from './definition.ts';
import type { Fault } from './fault.ts';

const known = new Set<string>(problemCodes);
const isCode = (text: string): text is ProblemCode => known.has(text);

type Issue = z.core.$ZodIssue;
type RawIssue<One extends Issue = Issue> = z.core.$ZodRawIssue<One>;

const isText = (origin: unknown): boolean => origin === 'string';
const isList = (origin: unknown): boolean => origin === 'array' || origin === 'set' || origin === 'map';

function tooSmall({ origin, minimum }: { origin: unknown; minimum: unknown }): ProblemCode {
  if (isText(origin)) return minimum === 1 ? 'REQUIRED' : 'TOO_SHORT';
  if (isList(origin)) return minimum === 1 ? 'REQUIRED' : 'TOO_FEW';
  return 'TOO_SMALL';
}

function tooBig({ origin }: { origin: unknown }): ProblemCode {
  if (isText(origin)) return 'TOO_LONG';
  return isList(origin) ? 'TOO_MANY' : 'TOO_LARGE';
}

const formatCodes: Readonly<Record<string, ProblemCode>> = {
  email: 'EMAIL_INVALID',
  url: 'URL_INVALID',
  ipv4: 'IPV4_INVALID',
  regex: 'INPUT_INVALID',
};

/** What is to be typed, for formats whose name does not say it. */
const formatNames: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DDThh:mm:ssZ',
};

type Kind = Issue['code'];
type Raw<Code extends Kind> = RawIssue<Extract<Issue, { code: Code }>>;

/** The code of an issue for which the contract names none, by its kind. */
const codesByKind: { readonly [Code in Kind]?: (issue: Raw<Code>) => ProblemCode } = {
  invalid_type: ({ input }) => (input === undefined ? 'REQUIRED' : 'TYPE_INVALID'),
  too_small: tooSmall,
  too_big: tooBig,
  invalid_format: ({ format }) => formatCodes[format] ?? 'FORMAT_INVALID',
  unrecognized_keys: () => 'FIELD_UNKNOWN',
  invalid_value: () => 'OPTION_INVALID',
};

/** The code of an issue that neither the contract nor its kind names. */
const UNNAMED: ProblemCode = 'INPUT_INVALID';

const codeOf = (issue: RawIssue): ProblemCode => codesByKind[issue.code]?.(issue as never) ?? UNNAMED;

const isParameter = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** Characters of a rejected address in its text. */
const MAX_SHOWN = 100;

/** Parameters of the texts by kind of issue: the bounds of the contract, or those that a rule names. */
const paramsByKind: { readonly [Code in Kind]?: (issue: Extract<Issue, { code: Code }>) => TextParameters } =
  {
    custom: ({ params = {} }) =>
      Object.fromEntries(
        Object.entries(params).flatMap(([name, value]) => (isParameter(value) ? [[name, value]] : [])),
      ),
    invalid_type: ({ expected }) => ({ expected }),
    too_small: ({ minimum }) => ({ min: Number(minimum) }),
    too_big: ({ maximum }) => ({ max: Number(maximum) }),
    invalid_format: ({ format, input }) => ({
      format: formatNames[format] ?? format,
      ...(format === 'email' && typeof input === 'string' && { address: input.slice(0, MAX_SHOWN) }),
    }),
    unrecognized_keys: ({ keys }) => ({ fields: keys.join(', ') }),
    invalid_value: ({ values }) => ({ options: values.map(String).join(', ') }),
  };

const paramsOf = (issue: Issue): TextParameters => paramsByKind[issue.code]?.(issue as never) ?? {};

export type ParsedInput<Schema extends z.ZodType> =
  | { readonly ok: true; readonly data: z.output<Schema> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Whether the text of a code states a value that an issue does not have: `z.iso.date('FORMAT_INVALID')` names it for a number too. */
const isIncomplete = (code: ProblemCode, params: TextParameters): boolean =>
  placeholdersOf(problems[code].en).some((name) => params[name] === undefined);

/** The code of the contract, unless its text cannot be filled: then that of the kind of issue. */
function namedCode(issue: Issue, params: TextParameters): ProblemCode {
  const named = isCode(issue.message) ? issue.message : UNNAMED;
  if (!isIncomplete(named, params)) return named;
  const ofKind = codeOf(issue as RawIssue);
  return isIncomplete(ofKind, params) ? UNNAMED : ofKind;
}

/** Only what the text of the code states. */
function statedParams(code: ProblemCode, params: TextParameters): TextParameters {
  const text = problems[code].en;
  return Object.fromEntries(Object.entries(params).filter(([name]) => text.includes(`{{${name}}}`)));
}

/** Returns the fault of an issue of a parse with `codeOf` as its error map. */
function faultOf(issue: Issue): Fault {
  const known = paramsOf(issue);
  const code = namedCode(issue, known);
  const params = statedParams(code, known);
  const path = issue.path.map(String).join('.');
  return { path, code, ...(Object.keys(params).length === 0 ? {} : { params }) };
}

/** Whether an issue shows that a value is of another alternative: it is of another type, or has fields that this one lacks. */
const isMisfit = ({ code, path }: Issue): boolean =>
  code === 'unrecognized_keys' || (code === 'invalid_type' && path.length === 0);

/**
 * The issues of a value that fits none of several alternatives: those of the alternative that it resembles most, unless the
 * contract names a code for all of them.
 */
function resolvedIssues(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message !== UNNAMED) return [issue];
  const misfits = (issues: readonly Issue[]): number => issues.filter(isMisfit).length;
  const [closest] = issue.errors.toSorted((one, other) => misfits(one) - misfits(other));
  if (closest === undefined || closest.some(({ path, code }) => path.length === 0 && code === 'invalid_type'))
    return [issue];
  return closest.flatMap((inner) => resolvedIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Faults that are listed: a list of 10,000 wrong values has as many. */
const MAX_FAULTS = 500;

const listedFaults = (issues: readonly Issue[]): readonly Fault[] =>
  issues.slice(0, MAX_FAULTS).flatMap(resolvedIssues).slice(0, MAX_FAULTS).map(faultOf);

/** Parses an input by its contract. Every fault is a code of the catalogue, so that it has a text in each language. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): ParsedInput<Schema> {
  const parsed = schema.safeParse(value, { error: codeOf, reportInput: true });
  return parsed.success
    ? { ok: true, data: parsed.data }
    : { ok: false, faults: listedFaults(parsed.error.issues) };
}

/** A fault with its path as steps, and the unknown fields that it names. */
export interface SteppedFault extends Fault {
  readonly steps: readonly PropertyKey[];
  readonly unknownFields: readonly string[];
}

/** As `parseInput`, for texts whose faults have a position. */
export const steppedFaults = (schema: z.ZodType, value: unknown): readonly SteppedFault[] =>
  (schema.safeParse(value, { error: codeOf }).error?.issues ?? []).map((issue) => ({
    ...faultOf(issue),
    steps: issue.path,
    unknownFields: issue.code === 'unrecognized_keys' ? issue.keys : [],
  }));
