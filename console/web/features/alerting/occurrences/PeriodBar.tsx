import type { ReactNode } from 'react';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Button } from '#web/ui/button/Button.tsx';
import { TimeRange } from '#web/ui/text/TimeRange.tsx';
import { useHistoryAddress } from '../history/use-history-address.ts';
import { EventPeriodChoice } from './EventPeriodChoice.tsx';
import { HistorySwitch } from './HistorySwitch.tsx';
import type { ShownPeriod } from './occurrence-columns.tsx';
import { useOccurrenceTexts } from './texts/en.ts';
import '../history/past-bar.css';

interface Props {
  readonly period: ShownPeriod;
  /** False while the end of the user's last shift is read. */
  readonly isKnown: boolean;
  readonly isNoShift: boolean;
  readonly children?: ReactNode;
}

/** Chooses the period whose events are listed; says which it is. */
export function PeriodBar({ period, isKnown, isNoShift, children }: Props) {
  const text = useOccurrenceTexts();
  const { search, show } = useHistoryAddress();
  return (
    <section className="tt-past" aria-label={text('period')}>
      <div className="tt-past-line">
        <HistorySwitch />
        <EventPeriodChoice period={period} />
        {children}
        {isKnown && search.events !== 'custom' && (
          <strong>
            <TimeRange from={period.from * 1_000} until={period.to * 1_000} />
          </strong>
        )}
        {search.events === 'shift' && isKnown && (
          <span className="tt-muted">{text(isNoShift ? 'noShift' : 'shiftHint')}</span>
        )}
        <Button kind="primary" icon={<IconPlayerPlay size={15} />} onClick={() => show()}>
          {text('backToLive')}
        </Button>
      </div>
    </section>
  );
}
