import { Suspense, useState } from 'react';
import { IconNote, IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { IncidentDetails } from '#schemas/alerting/incident/incident-entry.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { useHandlingDisabledReason } from '../handling/use-handling-disabled-reason.ts';
import { IncidentTimeline } from './IncidentTimeline.tsx';
import { shownIncident } from './shown-incident.ts';
import { useIncidentTexts } from './texts/en.ts';
import { useIncident, useIncidentActions, useIncidentDetails } from './use-incident.ts';
import './incident.css';

const IncidentNoteDialog = lazyOverlay(() => import('./IncidentNoteDialog.tsx'), 'IncidentNoteDialog');

interface Props {
  readonly alarm: AlarmRow;
  readonly customerId: number;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
  /** `placeMarks` of the alarm. */
  readonly marks: string;
}

function StateWords({ incident: { owner, acknowledgedBy }, state }: IncidentDetails) {
  const text = useIncidentTexts();
  if (state !== 'owned') return text(`state-${state}`);
  return owner === null
    ? text('state-acknowledged', { owner: acknowledgedBy ?? '' })
    : text('state-owned', { owner });
}

interface IncidentActionProps {
  readonly details: IncidentDetails;
  readonly customerId: number;
  readonly sentence: string;
}

/** Takes the incident or gives it back, and adds a note. */
function IncidentActions({ details, customerId, sentence }: IncidentActionProps) {
  const text = useIncidentTexts();
  const { incident, ownership, entries } = details;
  const actions = useIncidentActions(customerId, incident.id);
  const disabledReason = useHandlingDisabledReason();
  const { user } = useSession();
  const [isNoting, setIsNoting] = useState(false);
  const owner = entries.find(({ id }) => id === ownership)?.owner;
  const isMine = owner?.kind === 'user' && owner.id === user.id;
  return (
    <div className="tt-incident-actions">
      {isMine ? (
        <Button
          icon={<IconUserMinus size={15} />}
          disabledReason={disabledReason}
          busy={actions.isOwning}
          onClick={() => actions.release(ownership)}
        >
          {text('release')}
        </Button>
      ) : (
        <Button
          icon={<IconUserPlus size={15} />}
          disabledReason={disabledReason}
          busy={actions.isOwning}
          onClick={() => actions.take(ownership)}
        >
          {incident.owner === null ? text('take') : text('takeOver', { owner: incident.owner })}
        </Button>
      )}
      <Button icon={<IconNote size={15} />} disabledReason={disabledReason} onClick={() => setIsNoting(true)}>
        {text('addIncidentNote')}
      </Button>
      {isNoting && (
        <Suspense fallback={null}>
          <IncidentNoteDialog
            sentence={sentence}
            busy={actions.isNoting}
            onSave={(note) => actions.note(note, () => setIsNoting(false))}
            onClose={() => setIsNoting(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The incident of an alarm: its state, who takes care of it, and what happened in it. */
export function IncidentSection({ alarm, customerId, until, marks }: Props) {
  const text = useIncidentTexts();
  const language = useLanguage();
  const incident = useIncident({ alarm, customerId });
  const { data } = useIncidentDetails(customerId, incident?.id, { isLive: until === undefined, marks });
  if (incident === undefined || data === undefined) return null;
  const sentence = shownIncident(incident, alarm.window + alarm.length, language);
  return (
    <section className="tt-incident-section" aria-label={text('incident')}>
      <h3 className="tt-evidence-heading">
        {text('incident')}{' '}
        <span className="tt-muted" role="status">
          <StateWords {...data} />
        </span>
      </h3>
      <IncidentActions details={data} customerId={customerId} sentence={sentence} />
      <IncidentTimeline details={data} />
    </section>
  );
}
