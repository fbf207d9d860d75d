import { IconNote, IconUserCheck, IconUserMinus, IconUserPlus, IconUserX } from '@tabler/icons-react';
import type { PastEvent } from '#schemas/alerting/history.ts';
import type { IncidentDetails, IncidentEntry } from '#schemas/alerting/incident/incident-entry.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { timelineOf, type TimelineItem } from './incident-timeline.ts';
import { useIncidentTexts } from './texts/en.ts';

/** The newest ones; the history has all. */
const LISTED_ITEMS = 50;

const signs = {
  acknowledge: IconUserCheck,
  unacknowledge: IconUserX,
  assign: IconUserPlus,
  unassign: IconUserMinus,
} as const;

function EventSign({ edge, severity }: Pick<PastEvent, 'edge' | 'severity'>) {
  if (edge === 'raise' || edge === 'clear' || edge === 'change')
    return <SeverityBadge short status={edge === 'clear' ? 'ok' : severity} />;
  const Sign = signs[edge];
  return (
    <span className="tt-severity">
      <Sign size={15} aria-hidden="true" />
    </span>
  );
}

function EventWords({ event }: { readonly event: PastEvent }) {
  const text = useIncidentTexts();
  const who = [event.assignee, event.by].filter(Boolean);
  return (
    <>
      {text(`edge-${event.edge}`)}
      <span className="tt-muted">{[`${event.name} · ${event.elementName}`, ...who].join(' · ')}</span>
    </>
  );
}

function EntryWords({ entry: { kind, text: note, owner, by } }: { readonly entry: IncidentEntry }) {
  const text = useIncidentTexts();
  if (kind === 'note')
    return (
      <>
        <span dir="auto">{note}</span>
        <span className="tt-muted">{by}</span>
      </>
    );
  return (
    <>
      {owner === null ? text('noOwner') : text('owner', { owner: owner.name })}
      <span className="tt-muted">{text('setBy', { by })}</span>
    </>
  );
}

function ItemSign({ item }: { readonly item: TimelineItem }) {
  if (item.is === 'event') return <EventSign {...item.event} />;
  const Sign = item.is === 'entry' && item.entry.kind === 'owner' ? IconUserPlus : IconNote;
  return (
    <span className="tt-severity">
      <Sign size={15} aria-hidden="true" />
    </span>
  );
}

function ItemWords({ item }: { readonly item: TimelineItem }) {
  if (item.is === 'event') return <EventWords event={item.event} />;
  if (item.is === 'entry') return <EntryWords entry={item.entry} />;
  return (
    <>
      <span dir="auto">{item.note.text}</span>
      <span className="tt-muted">{item.note.by}</span>
    </>
  );
}

/** What happened in an incident, newest first. */
export function IncidentTimeline({ details }: { readonly details: IncidentDetails }) {
  const text = useIncidentTexts();
  const items = timelineOf(details);
  return (
    <details className="tt-incident-timeline">
      <summary>{text('happened')}</summary>
      <ol className="tt-history">
        {items.slice(0, LISTED_ITEMS).map((item) => (
          <li key={item.key}>
            <ItemSign item={item} />
            <span className="tt-history-what">
              <ItemWords item={item} />
            </span>
            <span className="tt-muted">
              <Time as="time" at={item.at} />
            </span>
          </li>
        ))}
      </ol>
      {(details.isCut || items.length > LISTED_ITEMS) && <p className="tt-muted">{text('cut')}</p>}
    </details>
  );
}
