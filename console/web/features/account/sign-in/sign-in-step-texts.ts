import type { Step } from './sign-in.machine.ts';

const titles = {
  SECOND_FACTOR_REQUIRED: 'secondFactor',
  SECOND_FACTOR_ENROLMENT_REQUIRED: 'enrolment',
  PASSWORD_UPDATE_REQUIRED: 'updatePassword',
  TERMS_NOT_ACCEPTED: 'terms',
} as const;

/** Key of the title of a step. */
export const titleOfStep = ({ view }: Step) => titles[view.step];
