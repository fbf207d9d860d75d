import type { z } from 'zod';
import { inputFaultOf } from '#schemas/problem/fault.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import type { Language } from '#web/lib/text.ts';

/** What is wrong at a path of a part of a document, or within it; undefined: nothing. */
export function faultIn(
  contract: z.ZodType,
  value: unknown,
  { path: at, language }: { readonly path: string; readonly language: Language },
): string | undefined {
  const parsed = parseInput(contract, value);
  if (parsed.ok) return undefined;
  const fault = parsed.faults.find(({ path }) => path === at || path.startsWith(`${at}.`));
  return fault && inputFaultOf(fault, language).message;
}
