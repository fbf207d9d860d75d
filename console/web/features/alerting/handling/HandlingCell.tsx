import { IconBellOff, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { Tooltip } from '#web/ui/feedback/Tooltip.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { useEndText } from './use-end-text.ts';

type Props = { readonly alarm: Pick<AlarmRow, 'acknowledged' | 'silenced' | 'assigned'> };

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
