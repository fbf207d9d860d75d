import { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import type { CockpitFileOutcome } from '#schemas/cockpit/file-routes.ts';
import { ProblemCodeValue, problemText } from '#schemas/problem/problem.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

/** A chosen file: read, and checked by the server. */
export type ChosenFile =
  | { readonly is: 'none' }
  /** `name` of the cockpit; `file` undefined: it is no file of a cockpit at all. */
  | { readonly is: 'rejected'; readonly file: CockpitFile | undefined; readonly problem: unknown }
  | { readonly is: 'checked'; readonly file: CockpitFile; readonly found: CockpitFileOutcome };

/** Reads the text of a file. Undefined for what is not JSON. */
export function readCockpitFile(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const labelOf = (file: CockpitFile | undefined, index: number): string => file?.alarms[index]?.label ?? '?';

interface Wording {
  readonly text: Translate<typeof en>;
  readonly language: Language;
}

/** Where a file has faults, and which: by the number and label of the alarm. */
export function faultLines(
  { file, problem }: { readonly file: CockpitFile | undefined; readonly problem: unknown },
  { text, language }: Wording,
): readonly string[] {
  const errors = problem instanceof ApiProblem ? problem.errors : [];
  return errors.map(({ path, code, params }) => {
    const known = ProblemCodeValue.catch('INPUT_INVALID').parse(code);
    const fault = problemText(known, language, params ?? {});
    const [, index, remaining] = /^body\.file\.alarms\.(\d+)\.(.+)$/.exec(path) ?? [];
    if (index === undefined || remaining === undefined)
      return text('faultField', { field: path.replace(/^body\.(file\.)?/, ''), fault });
    const alarm = labelOf(file, Number(index));
    return text('faultAlarm', { number: Number(index) + 1, alarm, field: remaining, fault });
  });
}

export const problemLine = ({ problem }: { readonly problem: unknown }, { language }: Wording): string =>
  problem === undefined ? problemText('IMPORT_FORMAT_INVALID', language) : sentenceOf(problem, language);

/** The file as the contract knows it. */
export const asCockpitFile = (read: unknown): CockpitFile | undefined => CockpitFile.safeParse(read).data;
