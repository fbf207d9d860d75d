import { Link } from '@tanstack/react-router';
import { IconBellOff, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { Acknowledged } from '#schemas/alerting/mark.ts';
import { formatDateTime, formatMinute } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { useAlertingTexts } from '../use-alerting-texts.ts';

type Props = { readonly alarm: Pick<AlarmRow, 'acknowledged' | 'silenced' | 'assigned'> };

/** When a mark ends: "until 14:00, or gets worse". */
function useEndText() {
  const text = useAlertingTexts();
  const language = useLanguage();
  const time = (until: number) => text('untilTime', { time: formatMinute(until, language) });
  return {
    untilOf: ({ until, untilWorse }: Acknowledged): string => {
      const when = until === null ? text('untilClear') : time(until);
      return untilWorse ? text('orWorse', { until: when }) : when;
    },
    silenceUntil: (until: number | null): string => (until === null ? text('noEnd') : time(until)),
  };
}

/** Acknowledgement, silence and assignment of an alarm: an icon and a word, with the details in the tooltip. */
export function HandlingCell({ alarm: { acknowledged, silenced, assigned } }: Props) {
  const text = useAlertingTexts();
  const { untilOf, silenceUntil } = useEndText();
  return (
    <span className="tt-handling">
      {silenced !== undefined && (
        <Tooltip label={`${silenced.reason} · ${silenceUntil(silenced.until)}`}>
          <span className="tt-handling-mark" data-is="silenced">
            <IconBellOff size={14} aria-hidden="true" />
            {/* Beside the name of a user the icon is enough. */}
            {acknowledged === undefined && assigned === undefined && (
              <span aria-hidden="true">{text('silencedShort')}</span>
            )}
            <span className="tt-hidden">{text('silenced')}</span>
          </span>
        </Tooltip>
      )}
      {acknowledged !== undefined && (
        <Tooltip
          label={[
            acknowledged.by,
            acknowledged.note === '' ? text('noNote') : acknowledged.note,
            untilOf(acknowledged),
          ].join(' · ')}
        >
          <span className="tt-handling-mark" data-is="acknowledged">
            <IconUserCheck size={14} aria-hidden="true" />
            <span className="tt-hidden">{text('acknowledgedBy')}</span>
            <span className={assigned === undefined ? 'tt-ellipsis' : 'tt-hidden'}>{acknowledged.by}</span>
          </span>
        </Tooltip>
      )}
      {assigned !== undefined && (
        <Tooltip
          label={`${text('assigned')} ${text('assignedBy', { to: assigned.to.name, by: assigned.by })}`}
        >
          <span className="tt-handling-mark" data-is="assigned">
            <IconUserPlus size={14} aria-hidden="true" />
            <span className="tt-hidden">{text('assignedTo')}</span>
            <span className="tt-ellipsis">{assigned.to.name}</span>
          </span>
        </Tooltip>
      )}
    </span>
  );
}

/** Assignment, acknowledgement and silence in full, for the details of an alarm. */
export function HandlingFacts({
  alarm: { acknowledged, silenced, assigned },
  customerId,
}: Props & { readonly customerId: number }) {
  const text = useAlertingTexts();
  const language = useLanguage();
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
            <p className="tt-muted">{formatDateTime(assigned.at, language)}</p>
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
              {`${formatDateTime(acknowledged.at, language)} · ${untilOf(acknowledged)}`}
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
