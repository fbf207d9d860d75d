import type { RuleFault } from '#schemas/cockpit/rules.ts';
import { problems, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import type { EditorField } from './alarm-editor/editor-draft.ts';

const isCode = (code: string): code is ProblemCode => code in problems;

/** Fields of problems without a path, as when two users store the same name and the table rejects one. */
const fieldByCode: Partial<Record<ProblemCode, string>> = {
  COCKPIT_ALARM_DUPLICATE: 'kpi',
  COCKPIT_KPI_ACCESSES: 'kpi',
  COCKPIT_KPI_ALTERNATIVES: 'kpi',
  COCKPIT_SAME_TARGET: 'kpi',
  COCKPIT_BOUNDS_REVERSED: 'customerBounds',
  COCKPIT_LEVELS_OPERATOR: 'levels',
  COCKPIT_LEVELS_SEVERITY: 'levels',
  COCKPIT_LEVELS_ORDER: 'levels',
  COCKPIT_GROUP_UNKNOWN: 'groups',
  COCKPIT_GROUPS_REQUIRED: 'groups',
  COCKPIT_OUTLIERS_OVER_MEASURES: 'outliers',
  COCKPIT_THRESHOLD_TARGET: 'target',
  COCKPIT_UNNAMED: 'name',
  NAME_TAKEN: 'name',
  THRESHOLD_INCORRECT: 'threshold',
  THRESHOLDS_INVALID: 'threshold',
};

/** The faults a problem reports for these fields; empty for any other problem. */
export function rejectedFields<Field extends string>(
  problem: unknown,
  fields: readonly Field[],
): readonly RuleFault<Field>[] {
  if (!(problem instanceof ApiProblem)) return [];
  const fieldOf = (name: string | undefined): Field | undefined => fields.find((field) => field === name);
  const named = problem.errors.flatMap(({ path, code = problem.code, params }): RuleFault<Field>[] => {
    const field = fieldOf(path.split('.')[1]);
    return field === undefined || !isCode(code) ? [] : [{ field, code, ...(params && { params }) }];
  });
  if (named.length > 0) return named;
  const field = fieldOf(fieldByCode[problem.code]);
  return field === undefined ? [] : [{ field, code: problem.code, params: problem.params }];
}

/** Fields that decide together whether an alarm is compatible with the others of its cockpit. */
const ruleFields: readonly EditorField[] = [
  'kpi',
  'operator',
  'threshold',
  'severity',
  'levels',
  'outliers',
  'measures',
];

/** Whether changing a field may resolve a fault that the server reported. */
export const mayResolve = (changed: EditorField, faulty: EditorField): boolean =>
  changed === faulty ||
  (ruleFields.includes(changed) && ruleFields.includes(faulty)) ||
  (changed === 'visibility' && faulty === 'groups');
