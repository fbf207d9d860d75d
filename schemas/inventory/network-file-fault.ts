import { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextLanguage, TextParameters } from '../problem/definition.ts';
import { ProblemCodeValue, problemText } from '../problem/problem.ts';

export type FaultPath = readonly (string | number)[];

/** A fault at a path of the parsed file. */
export interface PlacedFault {
  readonly path: FaultPath;
  readonly code: ProblemCode;
  readonly params?: TextParameters;
  /** The key itself is at fault (unknown), not its value. */
  readonly atKey?: boolean;
  /** What it repeats: its line is the parameter `otherLine`. */
  readonly repeats?: FaultPath;
}

/** A reported fault with its path and text position. */
export const NetworkFileFault = z.strictObject({
  /** `customers[0].sites[2].latitude`, empty for the file itself. */
  path: z.string(),
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  code: ProblemCodeValue,
  /** Placeholder values of its text. */
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type NetworkFileFault = z.infer<typeof NetworkFileFault>;

/** Formats a path: `customers[0].name`. */
export const pathText = (path: FaultPath): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${String(step)}]` : index === 0 ? step : `.${step}`))
    .join('');

/** Returns the message of a fault. */
export const faultMessage = ({ code, params }: NetworkFileFault, language: TextLanguage): string =>
  problemText(code, language, params);

/** `line 3, column 5: customers[0].name: …`: one line for terminals. */
export const faultText = (fault: NetworkFileFault): string => {
  const { path, line, column } = fault;
  return `line ${String(line)}, column ${String(column)}: ${path === '' ? '' : `${path}: `}${faultMessage(fault, 'en')}`;
};
