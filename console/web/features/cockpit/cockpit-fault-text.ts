import type { RuleFault } from '#schemas/cockpit/rules.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { Language } from '#web/lib/text.ts';

/** The text of a fault found by the browser, identical to the server's. */
export const cockpitFaultText = (
  { code, params = {} }: Omit<RuleFault<string>, 'field'>,
  language: Language,
): string => problemText(code, language, params);
