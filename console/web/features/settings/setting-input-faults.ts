import { inputFaultOf } from '#schemas/problem/fault.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import type { Language } from '#web/lib/text.ts';

/** Faults of settings as texts, with the line and column inside a multi-line text. */
export const settingInputFaults = (
  faults: readonly SettingFault[],
  language: Language,
): readonly InputFault[] => faults.map((fault) => inputFaultOf(fault, language));
