import { problemText } from '#schemas/problem/problem.ts';
import type { InputFault } from '#schemas/problem/problem.ts';
import type { SettingFault } from '#schemas/settings/setting-fault.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

function faultOf({ path, code, params }: SettingFault): InputFault {
  const { line, column } = params;
  const place =
    line === undefined || column === undefined ? '' : `line ${String(line)}, column ${String(column)}: `;
  return { path, code, message: `${place}${problemText(code, 'en', params)}` };
}

/** Throws the first fault as the problem, with a list of all of them; does nothing when there is none. */
export function refuseFaults(faults: readonly SettingFault[], where: string): void {
  const [first] = faults;
  if (first === undefined) return;
  throw new ProblemError(first.code, {
    params: first.params,
    errors: faults.map(faultOf).map((fault) => ({ ...fault, path: `${where}.${fault.path}` })),
  });
}
