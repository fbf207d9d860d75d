import { formatAge } from '#schemas/unit/duration.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '../feedback/Tooltip.tsx';
import { useUiTexts } from '../use-ui-texts.ts';
import './data-age.css';

export type LiveState = 'connecting' | 'live' | 'offline';

interface Props {
  readonly state: LiveState;
  /** Ingest time of the newest data on the screen, in milliseconds; undefined before any arrives. */
  readonly at: number | undefined;
}

/** Live state of the screen and age of its newest data. */
export function DataAge({ state, at }: Props) {
  const text = useUiTexts();
  const language = useLanguage();
  const now = useNow();
  const age = at === undefined || at <= 0 ? undefined : formatAge(now - at, language);
  return (
    <Tooltip label={age === undefined ? text('noDataYet') : text('dataAge', { age })}>
      <span className="tt-data-age" data-state={state}>
        <span className="tt-data-age-dot" aria-hidden="true" />
        <span role="status">{text(state)}</span>
        {age !== undefined && (
          <span className="tt-data-age-value">
            <span className="tt-hidden">{text('dataAge', { age })}</span>
            <span aria-hidden="true">{age}</span>
          </span>
        )}
      </span>
    </Tooltip>
  );
}
