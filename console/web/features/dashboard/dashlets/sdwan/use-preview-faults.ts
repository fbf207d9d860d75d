import { use } from 'react';
import { hashKey } from '@tanstack/react-query';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import type { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useStore } from '#web/lib/store.ts';
import { useLanguage } from '#web/lib/text.ts';
import { DashletFaults, useFaultAt } from '../../edit/use-fault-at.ts';
import { sdwanPreviews, type SdwanPreview } from './sdwan-previews.ts';

interface PreviewFaults {
  /** Whether the settings can be tried. */
  readonly isRequested: boolean;
  readonly state: SdwanPreview['state'] | undefined;
  /** The problem of the call where no field has it. */
  readonly sentence: string | undefined;
  /** By the path in the settings: `paths.0`. */
  readonly faultAt: (path: string) => string | undefined;
}

const AT = 'body.settings.';

/** Whether settings are the same, in whatever order their fields are. */
const isSame = (one: SdwanSettings, other: SdwanSettings): boolean =>
  one === other || hashKey([one]) === hashKey([other]);

/** What is wrong with the settings, or what the last try found wrong, at their fields. */
export function usePreviewFaults({
  id,
  settings,
}: Pick<DashletOf<'sdwan'>, 'id' | 'settings'>): PreviewFaults {
  const language = useLanguage();
  const ownFaultAt = useFaultAt();
  const last = useStore(sdwanPreviews).get(id);
  const isRequested = use(DashletFaults).length === 0;
  // What was tried before a change says nothing of the settings now: they are tried once typing has ended, if they are valid.
  const isOfNow = isRequested && last !== undefined && isSame(last.settings, settings);
  const { state, problem } = isOfNow ? last : {};
  const errors = problem instanceof ApiProblem ? problem.errors : [];
  const ofFields = errors.filter(({ path }) => path.startsWith(AT));
  return {
    isRequested,
    state,
    sentence: state === 'failed' && ofFields.length === 0 ? sentenceOf(problem, language) : undefined,
    faultAt(path) {
      const own = ownFaultAt(...path.split('.'));
      if (own !== undefined) return own;
      const fault = ofFields.find((one) => one.path === `${AT}${path}`);
      return fault && problemText((fault.code ?? 'INPUT_INVALID') as ProblemCode, language, fault.params);
    },
  };
}
