import type { TargetState } from '#schemas/notification/target-health.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatShortTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { failureWords } from '../target/failure-words.ts';
import { useSettingsTexts } from '../texts/en.ts';
import type { TargetRow } from './target-rows.ts';
import { useOverviewTexts } from './texts/en.ts';

const states = {
  waiting: { tone: 'warning', hint: 'waitingHint' },
  unused: { tone: 'plain', hint: 'unusedHint' },
  delivering: { tone: 'good', hint: undefined },
  paused: { tone: 'plain', hint: 'pausedHint' },
} as const satisfies Record<
  Exclude<TargetState, 'failing'>,
  { readonly tone: TagTone; readonly hint: unknown }
>;

/** Since when a target fails, and why. */
function Failing({ since, cause }: { readonly since: number; readonly cause: string }) {
  const text = useOverviewTexts();
  const settings = useSettingsTexts();
  const language = useLanguage();
  const now = useNow();
  const words = failureWords(cause, settings) ?? cause;
  return (
    <span className="tt-target-state">
      <Tag tone="bad">{text('failingSince', { since: formatShortTime(since, now, language) })}</Tag>
      <span className="tt-muted tt-ellipsis" title={words === cause ? cause : `${words}\n${cause}`}>
        {words}
      </span>
    </span>
  );
}

/** What a target does, in words. */
export function TargetStateCell({ target }: { readonly target: TargetRow }) {
  const text = useOverviewTexts();
  const { state, failingSince, cause } = target;
  if (state === 'failing') return <Failing since={failingSince ?? 0} cause={cause} />;
  const { tone, hint } = states[state];
  return (
    <span title={hint && text(hint)}>
      <Tag tone={tone}>{text(state)}</Tag>
    </span>
  );
}
