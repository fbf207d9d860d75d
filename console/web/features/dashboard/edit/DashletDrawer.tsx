import type { ReactNode } from 'react';
import type { DocumentFilter } from '#schemas/dashboard/document-filter.ts';
import { requestsOfDashlet } from '#schemas/dashboard/document-requests.ts';
import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { dashletTitle, isNamedAfterKpis } from '../view/dashlet-title.ts';
import type { DashletFault } from './fault/document-faults.ts';
import { GranularityFields } from './GranularityFields.tsx';
import { hasLook, LookFields } from './LookFields.tsx';
import { OwnFilterFields } from './OwnFilterFields.tsx';
import { SiteFields } from '../dashlets/sites/SiteFields.tsx';
import { OwnPeriodField } from '../period/OwnPeriodField.tsx';
import { RequestFields } from './RequestFields.tsx';
import { DashletThresholds, hasThresholds } from './section/DashletThresholds.tsx';
import { editorSections, sectionOf, type EditorSectionName } from './section/editor-sections.ts';
import { EditorSection } from './section/EditorSection.tsx';
import { RepeatField } from './section/RepeatField.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import { setAt, type SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { DashletFaults } from './use-fault-at.ts';

interface Props {
  readonly dashlet: Dashlet;
  readonly faults: readonly DashletFault[];
  /** Filters of the document for whose elements it can be repeated; reports repeat pages instead. */
  readonly filters?: readonly DocumentFilter[];
  /** Changes the dashlet within the draft. */
  readonly onChange: (recipe: (dashlet: Dashlet) => void, mark?: string) => void;
  readonly onClose: () => void;
}

type DashletOfKpis = Parameters<typeof SeriesFields>[0]['dashlet'];

/** The fields of each section that a dashlet has. */
function fieldsOf(
  dashlet: Dashlet,
  edit: SettingsEdit,
  repeat: ReactNode,
): Partial<Record<EditorSectionName, ReactNode>> {
  const { settings } = dashlet;
  const look = hasLook(dashlet) && <LookFields dashlet={dashlet} edit={edit} />;
  const filters = 'filters' in settings && (
    <>
      {repeat}
      <OwnFilterFields filters={settings.filters} edit={edit} />
    </>
  );
  if (!('series' in settings)) return { content: look, filters };
  const requesting = dashlet as DashletOfKpis;
  const isRequested = requestsOfDashlet(dashlet) !== undefined;
  const isOfSites = dashlet.type === 'sites' || dashlet.type === 'map';
  return {
    data: (
      <>
        {isOfSites && <SiteFields dashlet={dashlet} edit={edit} />}
        {isRequested && <SeriesFields dashlet={requesting} edit={edit} />}
      </>
    ),
    filters,
    breakdown: !isOfSites && <RequestFields dashlet={requesting} edit={edit} />,
    period: isRequested && (
      <>
        <OwnPeriodField period={settings.period} edit={edit} />
        <GranularityFields settings={settings} edit={edit} />
      </>
    ),
    appearance: look,
    thresholds: hasThresholds(dashlet) && <DashletThresholds dashlet={dashlet} edit={edit} />,
  };
}

interface SectionsProps extends Pick<Props, 'dashlet' | 'faults'> {
  readonly edit: SettingsEdit;
  readonly repeat: ReactNode;
}

function Sections({ dashlet, faults, edit, repeat }: SectionsProps) {
  const fields = fieldsOf(dashlet, edit, repeat);
  const faulty = new Set(faults.map(({ path }) => sectionOf(path, dashlet)));
  return editorSections.map((name) => {
    const shown = fields[name];
    return shown === undefined || shown === false ? null : (
      <EditorSection key={name} name={name} isFaulty={faulty.has(name)}>
        {shown}
      </EditorSection>
    );
  });
}

/** The settings of a dashlet next to the page, which shows every change at once. */
export function DashletDrawer({ dashlet, faults, filters = [], onChange, onClose }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const language = useLanguage();
  const title = dashletTitle(dashlet, useKpis(), language);
  const edit: SettingsEdit = (path, value, mark) =>
    onChange(
      ({ settings }) => setAt(settings, path, value),
      mark === undefined ? undefined : `${dashlet.id} ${mark}`,
    );
  const repeat = filters.length > 0 && (
    <RepeatField
      dashlet={dashlet}
      filters={filters}
      onChange={(filter) => onChange((draft) => setAt(draft, ['repeat'], filter))}
    />
  );
  const setTitle = (value: string): void =>
    onChange((draft) => setAt(draft, ['title'], value), `${dashlet.id} title`);
  return (
    <Drawer
      label={editText('settingsOf', { title })}
      title={<h2>{dashletTypes[dashlet.type][language]}</h2>}
      onClose={onClose}
    >
      <DashletFaults value={faults}>
        <div className="tt-dashlet-form">
          {faults.length > 0 && (
            <Banner tone="warning">
              {editText('faults')}
              <ul>
                {faults.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>{message}</li>
                ))}
              </ul>
            </Banner>
          )}
          <TextField
            label={text('title')}
            description={editText(isNamedAfterKpis(dashlet) ? 'titleHint' : 'titleHintOfType')}
            value={dashlet.title}
            error={faults.find(({ path }) => path === 'title')?.message}
            onChange={setTitle}
          />
          <Sections dashlet={dashlet} faults={faults} edit={edit} repeat={repeat} />
        </div>
      </DashletFaults>
    </Drawer>
  );
}
