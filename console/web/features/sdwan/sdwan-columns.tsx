import { IconBell, IconListCheck, IconPlugConnected, IconRefresh } from '@tabler/icons-react';
import { WEEK_MS } from '#schemas/time/duration.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { msOf, useNow } from '#web/lib/clock.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { namesText } from './LastCollection.tsx';
import type { en } from './texts/en.ts';

type SdwanText = Translate<typeof en>;

interface ActionOptions {
  readonly text: SdwanText;
  readonly onCheck: (server: SdwanServer) => void;
  readonly onSynchronise: (server: SdwanServer) => void;
  readonly onAlarms: (server: SdwanServer) => void;
  readonly onProposals: (server: SdwanServer) => void;
}

function stateText(
  { state, responseMs }: SdwanServer['connectivity'],
  { text, language }: { readonly text: SdwanText; readonly language: Language },
): string {
  switch (state) {
    case 'available':
      return text('state_available');
    case 'ok with lag':
      return text('state_lag', { time: formatDuration(responseMs ?? 0, language) });
    case 'unavailable':
      return text('state_unavailable');
    case 'not tried':
      return text('state_untried');
  }
}

const tones = {
  available: 'good',
  'ok with lag': 'warning',
  unavailable: 'bad',
  'not tried': 'plain',
} as const;

function Connectivity({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  const { connectivity } = server;
  const language = useLanguage();
  return (
    <>
      <span className="tt-sdwan-state">
        <Tag tone={tones[connectivity.state]}>{stateText(connectivity, { text, language })}</Tag>
        {connectivity.at !== null && (
          <span className="tt-muted">
            {' '}
            <Time at={msOf(connectivity.at)} />
          </span>
        )}
      </span>
      {connectivity.fault !== null && (
        <span className="tt-muted tt-ellipsis">{connectivity.fault.message}</span>
      )}
    </>
  );
}

/** What is most urgent: what expires first, else a certificate that replaced another one within the last week. */
function mostUrgent({ expiring, certificate }: SdwanServer['credentials'], now: number) {
  const [first] = expiring;
  if (first !== undefined)
    return {
      label: `${first.isOver ? 'over' : 'ends'}_${first.what}` as const,
      atMs: msOf(first.at),
      tone: first.isOver ? ('bad' as const) : ('warning' as const),
    };
  const atMs = certificate?.changedAt == null ? -Infinity : msOf(certificate.changedAt);
  if (now - atMs >= WEEK_MS) return undefined;
  return { label: 'certificateChanged' as const, atMs, tone: 'warning' as const };
}

function Credentials({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  const urgent = mostUrgent(server.credentials, useNow());
  if (urgent === undefined) return null;
  const { label, atMs, tone } = urgent;
  return (
    <>
      <Tag tone={tone}>{text(label)}</Tag>{' '}
      <span className="tt-muted">
        <Time at={atMs} />
      </span>
    </>
  );
}

/** That something failed, and why. */
const Failed = ({ label, reason }: { readonly label: string; readonly reason: string }) => (
  <>
    <span className="tt-sdwan-state">{label}</span>
    <span className="tt-muted tt-ellipsis">{reason}</span>
  </>
);

function Alarms({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  const { raised, at, fault } = server.alarms;
  if (fault !== null) return <Failed label={text('alarmsFailed')} reason={fault.message} />;
  if (at === null) return <span className="tt-muted">{text('alarmsUnknown')}</span>;
  return raised === 0 ? (
    <span className="tt-muted">{text('noneRaised')}</span>
  ) : (
    <Tag tone="bad">{text('raised', { count: raised })}</Tag>
  );
}

/** What the last collection could not read or place, in few words: all of it is in the form. */
function Missing({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  const { unplaced, applications } = server;
  return (
    <>
      {unplaced !== null && unplaced.devices.count > 0 && (
        <span className="tt-sdwan-fault" title={namesText(unplaced.devices, text)}>
          {text('unplaced', { count: unplaced.devices.count })}
        </span>
      )}
      {applications.fault !== null && (
        <span className="tt-sdwan-fault" title={applications.fault.message}>
          {text('applicationsUnread')}
        </span>
      )}
    </>
  );
}

function Collected({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  if (server.suspendCollect) return <span className="tt-muted">{text('suspended')}</span>;
  if (server.collectedAt === null) return <span className="tt-muted">{text('never')}</span>;
  return (
    <>
      <Time at={msOf(server.collectedAt)} />
      <Missing server={server} text={text} />
    </>
  );
}

function Synchronised({ server, text }: { readonly server: SdwanServer; readonly text: SdwanText }) {
  const { state, at, fault, open } = server.synchronisation;
  if (state === 'requested') return <span>{text('syncRequested')}</span>;
  if (state === 'running') return <span>{text('syncRunning')}</span>;
  if (state === 'failed') return <Failed label={text('syncFailed')} reason={fault?.message ?? ''} />;
  if (at === null) return <span className="tt-muted">{text('never')}</span>;
  return (
    <>
      <Time at={msOf(at)} />
      {open > 0 && <span className="tt-sdwan-fault">{text('open', { count: open })}</span>}
    </>
  );
}

/** What can be done with a manager, apart from editing and removing it. */
export const sdwanActions =
  ({ text, onCheck, onSynchronise, onAlarms, onProposals }: ActionOptions) =>
  (server: SdwanServer): readonly MenuItem[] => [
    {
      is: 'action',
      label: text('check'),
      icon: <IconPlugConnected size={15} />,
      run: () => onCheck(server),
    },
    {
      is: 'action',
      label: text('synchronise'),
      icon: <IconRefresh size={15} />,
      run: () => onSynchronise(server),
    },
    {
      is: 'action',
      label: text('alarms'),
      icon: <IconBell size={15} />,
      run: () => onAlarms(server),
    },
    {
      is: 'action',
      label: text('proposals'),
      icon: <IconListCheck size={15} />,
      run: () => onProposals(server),
    },
  ];

/** What the product found out about the manager. */
const stateColumns = (text: SdwanText): readonly Column<SdwanServer>[] => [
  {
    id: 'connectivity',
    header: text('connectivity'),
    value: ({ connectivity }) => connectivity.state,
    cell: (server) => <Connectivity server={server} text={text} />,
    // Of a manager that is not available, with the full reason.
    width: 240,
    grow: 2,
    wraps: true,
    card: { line: 2, wraps: true },
  },
  {
    id: 'credentials',
    header: text('credentials'),
    value: ({ credentials }) => credentials.expiring[0]?.at ?? null,
    cell: (server) => <Credentials server={server} text={text} />,
    width: 190,
    yields: 3,
  },
  {
    id: 'collected',
    header: text('collected'),
    value: ({ collectedAt }) => collectedAt,
    cell: (server) => <Collected server={server} text={text} />,
    width: 170,
    grow: 1,
    wraps: true,
  },
  {
    id: 'alarms',
    header: text('alarms'),
    value: ({ alarms }) => alarms.raised,
    cell: (server) => <Alarms server={server} text={text} />,
    width: 120,
    grow: 1,
    wraps: true,
    card: { line: 3, end: true, wraps: true },
  },
  {
    id: 'synchronised',
    header: text('synchronised'),
    value: ({ synchronisation }) => synchronisation.at,
    cell: (server) => <Synchronised server={server} text={text} />,
    width: 170,
    grow: 1,
    wraps: true,
    yields: 1,
  },
];

export const sdwanColumns = (text: SdwanText): readonly Column<SdwanServer>[] => [
  {
    ...textColumn<SdwanServer>('name', text('name'), ({ name }) => name),
    width: 200,
    grow: 2,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<SdwanServer>('kind', text('kind'), ({ kind }) => text(kind)),
    width: 150,
    yields: 2,
  },
  {
    ...textColumn<SdwanServer>('customer', text('customer'), (one) => one.customerName ?? text('several')),
    width: 170,
    yields: 0,
    card: { line: 3 },
  },
  ...stateColumns(text),
];
