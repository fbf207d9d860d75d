import { problemText } from '#schemas/problem/problem.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import type { Language } from '#web/lib/text.ts';

const positions = {
  en: (line: number, column: number) => `Line ${String(line)}, column ${String(column)}: `,
  fr: (line: number, column: number) => `Ligne ${String(line)}, colonne ${String(column)}\u00A0: `,
} as const;

/** Faults of settings as texts, with the line and column inside a multi-line text. */
export const settingInputFaults = (
  faults: readonly SettingFault[],
  language: Language,
): readonly InputFault[] =>
  faults.map(({ path, code, params }) => {
    const { line, column } = params;
    const isPlaced = typeof line === 'number' && typeof column === 'number';
    const sentence = problemText(code, language, params);
    return { path, code, message: isPlaced ? `${positions[language](line, column)}${sentence}` : sentence };
  });
