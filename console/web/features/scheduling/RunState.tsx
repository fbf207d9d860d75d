import { useCallback } from 'react';
import type { RunSummary, SchedulingState } from '#schemas/scheduling/run.ts';
import { runReasonText } from '#schemas/scheduling/run-reason.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useSchedulingTexts } from './texts/en.ts';

const tones: Readonly<Record<SchedulingState, TagTone>> = {
  waiting: 'plain',
  rendering: 'accent',
  mailing: 'accent',
  sending: 'accent',
  sent: 'good',
  partly: 'warning',
  failed: 'bad',
  skipped: 'warning',
};

/** State of a run, and when it was due. */
export function RunState({ run }: { readonly run: RunSummary }) {
  const text = useSchedulingTexts();
  return (
    <>
      <Tag tone={tones[run.state]}>{text(`state-${run.state}`)}</Tag> <Time at={msOf(run.dueAt)} />
    </>
  );
}

/** Why a run sent nothing, or not to all; the same function as long as the language is. */
export function useRunReason(): (run: Pick<RunSummary, 'reason'>) => string {
  const language = useLanguage();
  return useCallback(
    ({ reason }) => (reason === null ? '' : runReasonText(reason, language === 'fr' ? 'fr' : 'en')),
    [language],
  );
}
