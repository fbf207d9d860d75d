import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';
import { useMonitoring } from '#web/kernel/monitoring/use-monitoring.ts';
import { useMonitoringTexts } from '#web/kernel/monitoring/texts/en.ts';
import { useReasonText } from '#web/kernel/monitoring/use-reason-text.ts';
import { propertyName } from '#schemas/inventory/list/property-names.ts';
import { labelled } from '#web/lib/labelled.ts';
import { useLanguage } from '#web/lib/text.ts';
import { msOf } from '#web/lib/clock.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { CollectionState, valueOf } from '../inventory-columns.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { countsOf, elementStateOf } from './element-state.ts';
import { alertSearchOf, type Subject } from './subject.ts';
import { useElementTexts } from './texts/en.ts';
import { useDayMarks } from './use-element-marks.ts';

interface ParentProps {
  readonly customer: number;
  readonly kind: InventoryKind | 'customer';
  readonly id: number;
  readonly name: string;
}

function PlaceLink({ customer, kind, id, name }: ParentProps) {
  return (
    <li>
      <Link to="/inventory/$kind/$element" params={{ kind, element: String(id) }} search={{ customer }}>
        <bdi>{name}</bdi>
      </Link>
    </li>
  );
}

/** What the element belongs to, from the outside in. */
function Places({ subject: { kind, customer, detail } }: { readonly subject: Subject }) {
  const text = useElementTexts();
  const session = useSession();
  if (kind === 'customer') return null;
  const owner = session.customers.find(({ id }) => id === customer);
  return (
    <ol className="tt-element-places" aria-label={text('place')}>
      {owner !== undefined && (
        <PlaceLink customer={customer} kind="customer" id={customer} name={owner.name} />
      )}
      {detail?.element.site != null && <PlaceLink customer={customer} kind="site" {...detail.element.site} />}
      {detail?.element.device != null && (
        <PlaceLink customer={customer} kind="device" {...detail.element.device} />
      )}
    </ol>
  );
}

/** That an element is not monitored, or its device or site, and why; undefined: it is. */
function useUnmonitored({ customer, at: { site, device } }: Subject): string | undefined {
  const text = useMonitoringTexts();
  const reasonText = useReasonText();
  const { data } = useMonitoring(customer, device);
  const ofSite = data?.sites.find((each) => each.site === site);
  const found = data?.device ?? (data?.device === null ? undefined : ofSite);
  return found && `${text('unmonitored')}: ${reasonText(found)}`;
}

/** The running silence, and until when. */
function Maintenance({ subject }: { readonly subject: Subject }) {
  const text = useElementTexts();
  const { query } = useDayMarks(subject);
  const running = query.data?.silences.filter(({ until }) => until === null) ?? [];
  const [first] = running;
  if (first === undefined) return null;
  return (
    <Tag tone="accent">
      {text(first.maintenance ? 'inMaintenance' : 'isSilenced')}
      {first.reason !== '' && <>: {first.reason}</>}
    </Tag>
  );
}

function State({ subject, alarms }: { readonly subject: Subject; readonly alarms: readonly AlarmRow[] }) {
  const text = useElementTexts();
  const unmonitored = useUnmonitored(subject);
  const state = elementStateOf({ alarms, isUnmonitored: unmonitored !== undefined });
  const counts = countsOf(alarms);
  return (
    <>
      <span className="tt-element-state tt-element-now" data-status={state}>
        <SeverityIcon status={state} size={18} />
        <strong>{text(`is_${state}`)}</strong>
      </span>
      {counts.length > 0 && (
        <Link className="tt-element-counts" to="/alert" search={alertSearchOf(subject)}>
          {counts.map(({ severity, count }) => (
            <Fragment key={severity}>
              <CountPill status={severity} count={count} />
              {counts.length > 1 && <span className="tt-hidden">, </span>}
            </Fragment>
          ))}
          {/* One number is not said twice. */}
          {text(counts.length > 1 ? 'alarmsOf' : 'alarmsAfterCount', { count: alarms.length })}
        </Link>
      )}
      <Maintenance subject={subject} />
      {unmonitored !== undefined && <span className="tt-muted">{unmonitored}</span>}
    </>
  );
}

/** That no data is collected of an element, or not yet, and since when; nothing while it is. */
function Collection({ element }: { readonly element: InventoryElement }) {
  const names = useInventoryTexts();
  const text = useElementTexts();
  const { active, inactiveAbove, takingEffect, status } = element;
  if (active && inactiveAbove === null && !takingEffect) return null;
  const at = status?.at ?? undefined;
  return (
    <>
      <CollectionState element={element} text={names} />
      {at !== undefined && (
        <span className="tt-muted">
          <TimeIn at={msOf(at)} sentence={(time) => text('since_time', { time })} />
        </span>
      )}
    </>
  );
}

/** What distinguishes elements of one name. */
const describing: Readonly<Partial<Record<Subject['kind'], readonly string[]>>> = {
  interface: ['alias'],
  device: ['vendor', 'model', 'address'],
  site: ['city', 'country'],
};

const descriptionOf = ({ kind, detail }: Subject): string =>
  detail === undefined
    ? ''
    : (describing[kind] ?? [])
        .map((property) => valueOf(detail.element, property))
        .filter(Boolean)
        .join(' · ');

const tagsOf = ({ detail }: Subject): readonly string[] =>
  detail === undefined ? [] : valueOf(detail.element, 'tags').split(', ').filter(Boolean);

/** The user or team that is responsible. */
function Owner({ subject: { detail } }: { readonly subject: Subject }) {
  const language = useLanguage();
  const owner = detail === undefined ? '' : valueOf(detail.element, 'owner');
  if (owner === '') return null;
  return (
    <span className="tt-element-text">
      <span className="tt-muted">{labelled(propertyName('owner', language), '', language)}</span>{' '}
      <bdi>{owner}</bdi>
    </span>
  );
}

interface Props {
  readonly subject: Subject;
  /** Undefined: the reader does not see alarms, or they have not loaded. */
  readonly alarms: readonly AlarmRow[] | undefined;
}

/** Where an element is, in which state, and what is said of it in one line. */
export function ElementHead({ subject, alarms }: Props) {
  const { detail } = subject;
  const described = descriptionOf(subject);
  return (
    <div className="tt-element-head">
      <Places subject={subject} />
      <div className="tt-element-line">
        {alarms !== undefined && <State subject={subject} alarms={alarms} />}
        {detail !== undefined && <Collection element={detail.element} />}
        {described !== '' && <span className="tt-muted tt-element-text">{described}</span>}
        <Owner subject={subject} />
        {tagsOf(subject).map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
    </div>
  );
}
