import type { ProblemDefinition } from './definition.ts';
import { accountProblems } from './family/account-problems.ts';
import { alertLoadProblems } from './family/alert-load-problems.ts';
import { alertingProblems } from './family/alerting-problems.ts';
import { administrationProblems } from './family/administration-problems.ts';
import { applicationProblems } from './family/application-problems.ts';
import { cockpitProblems } from './family/cockpit-problems.ts';
import { changedProblems } from './family/changed-problems.ts';
import { dashletProblems } from './family/dashlet-problems.ts';
import { formulaProblems } from './family/formula-problems.ts';
import { exploreProblems } from './family/explore-problems.ts';
import { formProblems } from './family/form-problems.ts';
import { importProblems } from './family/import-problems.ts';
import { inputProblems } from './family/input-problems.ts';
import { kernelProblems } from './family/kernel-problems.ts';
import { networkProblems } from './family/network-problems.ts';
import { passwordProblems } from './family/password-problems.ts';
import { pollingProblems } from './family/polling-problems.ts';
import { qosProblems } from './family/qos-problems.ts';
import { reportProblems } from './family/report-problems.ts';
import { resourceProblems } from './family/resource-problems.ts';
import { realtimeProblems } from './family/realtime-problems.ts';
import { sdwanProblems } from './family/sdwan-problems.ts';
import { settingProblems } from './family/setting-problems.ts';
import { silenceProblems } from './family/silence-problems.ts';

/**
 * Every reason to reject a request or a form: sections 5 and 8 of both specification documents, and those of the server. English
 * texts quoted by the specification are verbatim.
 */
export const problems = {
  ...kernelProblems,
  ...alertLoadProblems,
  ...alertingProblems,
  ...accountProblems,
  ...passwordProblems,
  ...formProblems,
  ...inputProblems,
  ...exploreProblems,
  ...changedProblems,
  ...formulaProblems,
  ...networkProblems,
  ...importProblems,
  ...pollingProblems,
  ...dashletProblems,
  ...realtimeProblems,
  ...sdwanProblems,
  ...cockpitProblems,
  ...applicationProblems,
  ...qosProblems,
  ...reportProblems,
  ...settingProblems,
  ...administrationProblems,
  ...silenceProblems,
  ...resourceProblems,
} as const satisfies Record<string, ProblemDefinition>;

export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as ProblemCode[];
