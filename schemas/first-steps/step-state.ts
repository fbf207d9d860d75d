import type { FirstStep, FirstStepFacts, FirstStepName, StoredFirstSteps } from './first-steps.ts';

/** Whether the facts of a step say that it is done. */
const isDone: { readonly [Step in FirstStepName]: (facts: FirstStepFacts[Step]) => boolean } = {
  network: ({ devices }) => devices > 0,
  polling: (facts) => facts !== null && facts.responding > 0,
  flows: (facts) => facts !== null && facts.exporters > 0,
  alarms: ({ definitions }) => definitions > 0,
  notifications: ({ targets }) => targets > 0,
  users: ({ accounts, providers }) => accounts > 1 || providers > 0,
  backup: (facts) => facts?.last?.isRecent === true,
};

/** Whether an administrator says when a step is done: of backups that the product does not see. */
export const isDoneByHand = ({ step, facts }: Pick<FirstStep, 'step' | 'facts'>): boolean =>
  step === 'backup' && facts === null;

/**
 * The state of a step: what is there counts before what was marked as not needed. A backup that is seen is done when it is recent, whatever was marked
 * before.
 */
export function stepStateOf<Step extends FirstStepName>(
  step: Step,
  facts: FirstStepFacts[Step],
  marks: StoredFirstSteps['marks'],
): FirstStep['state'] {
  if (isDone[step](facts)) return 'done';
  const { [step]: mark = 'open' } = marks;
  return step === 'backup' && mark === 'done' && !isDoneByHand({ step, facts }) ? 'open' : mark;
}

/** Whether nothing is left to do. */
export const isSettled = (steps: readonly Pick<FirstStep, 'state'>[]): boolean =>
  steps.every(({ state }) => state !== 'open');
