import { Link } from '@tanstack/react-router';
import { IconBellOff, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { useEndText } from './use-end-text.ts';

interface Props {
  readonly alarm: Pick<AlarmRow, 'acknowledged' | 'silenced' | 'assigned'>;
  readonly customerId: number;
}

/** Assignment, acknowledgement and silence in full, for the details of an alarm. */
export function HandlingFacts({ alarm: { acknowledged, silenced, assigned }, customerId }: Props) {
  const text = useAlertingTexts();
  const { untilOf, silenceUntil } = useEndText();
  if (acknowledged === undefined && silenced === undefined && assigned === undefined) return null;
  return (
    <dl className="tt-facts tt-handling-facts">
      {assigned !== undefined && (
        <>
          <dt>
            <IconUserPlus size={14} aria-hidden="true" /> {text('assigned')}
          </dt>
          <dd>
            <strong>{text('assignedBy', { to: assigned.to.name, by: assigned.by })}</strong>
            <p className="tt-muted">
              <Time at={assigned.at} />
            </p>
          </dd>
        </>
      )}
      {acknowledged !== undefined && (
        <>
          <dt>
            <IconUserCheck size={14} aria-hidden="true" /> {text('acknowledged')}
          </dt>
          <dd>
            <strong>{text('by', { by: acknowledged.by })}</strong>
            {acknowledged.note !== '' && <p>{acknowledged.note}</p>}
            <p className="tt-muted">
              <Time at={acknowledged.at} /> · {untilOf(acknowledged)}
            </p>
          </dd>
        </>
      )}
      {silenced !== undefined && (
        <>
          <dt>
            <IconBellOff size={14} aria-hidden="true" /> {text('silenced')}
          </dt>
          <dd>
            <strong>{text('by', { by: silenced.by })}</strong>
            <p>
              <Link to="/alert/silence" search={{ customer: customerId, open: silenced.silence }}>
                {silenced.reason}
              </Link>
            </p>
            <p className="tt-muted">{silenceUntil(silenced.until)}</p>
          </dd>
        </>
      )}
    </dl>
  );
}
