import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import type { SharedAlarm, SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { KpiDirectoryProvider, useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { rowHeights, type Density } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { sharedQuery } from '../cockpit-queries.ts';
import { OwnThresholdDialog } from './OwnThresholdDialog.tsx';
import { useSharedActions } from './use-shared-actions.tsx';
import { sharedAlarmColumns } from './shared-alarm-columns.tsx';
import { useCockpitDescription } from '../starter/use-cockpit-description.ts';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useCockpitTexts } from '../texts/en.ts';
import '../cockpit.css';
import './shared-cockpit.css';

const route = getRouteApi('/shell/alert/cockpit');

/** Cockpits that the provider shares with a customer: read-only, but for thresholds within bounds. */
export function SharedCockpitPage() {
  const { customer } = route.useSearch();
  return customer === undefined ? null : (
    <KpiDirectoryProvider>
      <SharedWithCustomer key={customer} customerId={customer} />
    </KpiDirectoryProvider>
  );
}

const idOf = ({ id }: SharedAlarm): string => String(id);

/** Links to the library where a cockpit shared between customers is edited. */
function EditElsewhere({ cockpit }: { readonly cockpit: SharedCockpit }) {
  const text = useResourceTexts();
  const language = useLanguage();
  if (cockpit.edit === 'nowhere') return null;
  return (
    <Link
      className="tt-button"
      to="/mt/cockpit"
      search={{ cockpit: cockpit.id, tab: 'definition' }}
      title={warningText('SHARED_BETWEEN_CUSTOMERS', language)}
      aria-label={text('editElsewhereOf', { name: shownBuiltIn('cockpit', cockpit.name, language) })}
    >
      <IconPencil size={15} />
      {text('editElsewhere')}
    </Link>
  );
}

/** A longer table scrolls. */
const MAX_ROWS = 16;
const HEADER_PX = 33;
const EMPTY_PX = 140;

const heightOf = (rows: number, density: Density): number =>
  rows === 0 ? EMPTY_PX : HEADER_PX + Math.min(rows, MAX_ROWS) * rowHeights[density];

/** Without bounds, and without an own threshold to remove, there is nothing to do. */
const isOfferedBy = ({ alarms }: SharedCockpit): boolean =>
  alarms.some(({ bounds, own }) => bounds !== null || own !== null);

function Definitions({
  cockpit,
  customerId,
  all,
  isOffered,
}: {
  readonly cockpit: SharedCockpit;
  readonly customerId: number;
  /** Alarms of all cockpits of the page. */
  readonly all: readonly SharedAlarm[];
  /** Of one of the cockpits: their tables have the same columns. */
  readonly isOffered: boolean;
}) {
  const text = useCockpitTexts();
  const ui = useUiTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const { column: actions, edited, close } = useSharedActions(customerId);
  const columns = useMemo(
    () => sharedAlarmColumns({ text, ui, language, kpis, alarms: all }),
    [text, ui, language, kpis, all],
  );
  const none: PanelState = { is: 'empty', title: text('noAlarmsTitle') };
  const density = useDensity();
  const description = useCockpitDescription()(cockpit);
  const { name, active, alarms } = cockpit;
  return (
    <section className="tt-shared-cockpit" aria-label={name}>
      <header className="tt-shared-cockpit-head">
        <h2>{name}</h2>
        {!active && <Tag tone="warning">{resource('inactive')}</Tag>}
        <span className="tt-muted tt-ellipsis">{description}</span>
        <span className="tt-shared-cockpit-end">
          <EditElsewhere cockpit={cockpit} />
        </span>
      </header>
      <div className="tt-shared-cockpit-table" style={{ height: heightOf(alarms.length, density) }}>
        <Panel label={text('definitionsOf', { name })} state={alarms.length === 0 ? none : { is: 'ready' }}>
          <DataTable
            name="definitions"
            label={text('definitionsOf', { name })}
            rows={alarms}
            columns={isOffered ? [...columns, actions] : columns}
            rowId={idOf}
            rowName={({ label }) => shownBuiltIn('alarm', label, language)}
            density={density}
          />
        </Panel>
      </div>
      {edited !== undefined && <OwnThresholdDialog customerId={customerId} alarm={edited} onClose={close} />}
    </section>
  );
}

const none: readonly SharedCockpit[] = [];

function SharedWithCustomer({ customerId }: { readonly customerId: number }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const shared = useQuery(sharedQuery(customerId));
  const panel = panelStateOf(shared, language);
  const empty: PanelState = { is: 'empty', title: text('sharedNone'), hint: text('sharedNoneHint') };
  const cockpits = shared.data ?? none;
  const all = useMemo(() => cockpits.flatMap(({ alarms }) => alarms), [cockpits]);
  const actions = (
    <Link className="tt-button" to="/alert" search={{ customer: customerId }}>
      <IconArrowLeft size={15} />
      {text('sharedBack')}
    </Link>
  );
  return (
    <div className="tt-page">
      <PageHeader
        title={text('sharedTitle')}
        aside={<span className="tt-muted">{text('sharedLead')}</span>}
        actions={actions}
      />
      {panel.is === 'ready' && cockpits.length > 0 ? (
        <div className="tt-shared-cockpits">
          {cockpits.map((cockpit) => (
            <Definitions
              key={cockpit.id}
              cockpit={cockpit}
              customerId={customerId}
              all={all}
              isOffered={cockpits.some(isOfferedBy)}
            />
          ))}
        </div>
      ) : (
        <Panel label={text('sharedTitle')} state={panel.is === 'ready' ? empty : panel}>
          {null}
        </Panel>
      )}
    </div>
  );
}
