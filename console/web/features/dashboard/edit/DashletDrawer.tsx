import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDashboardTexts } from '../texts/en.ts';
import { dashletTitle } from '../view/dashlet-title.ts';
import type { DashletFault } from './fault/document-faults.ts';
import { GranularityFields } from './GranularityFields.tsx';
import { LookFields } from './LookFields.tsx';
import { OwnFilterFields } from './OwnFilterFields.tsx';
import { OwnPeriodField } from '../period/OwnPeriodField.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import { SeriesFields } from './SeriesFields.tsx';
import { setAt, type SettingsEdit } from './settings-edit.ts';
import { useEditTexts } from './texts/en.ts';
import { DashletFaults } from './use-fault-at.ts';

interface Props {
  readonly dashlet: Dashlet;
  readonly faults: readonly DashletFault[];
  /** Changes the dashlet within the draft. */
  readonly onChange: (recipe: (dashlet: Dashlet) => void, mark?: string) => void;
  readonly onClose: () => void;
}

/** The settings of a dashlet beside the page, which shows every change at once. */
export function DashletDrawer({ dashlet, faults, onChange, onClose }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const language = useLanguage();
  const title = dashletTitle(dashlet, useKpis(), language);
  const edit: SettingsEdit = (path, value, mark) =>
    onChange(
      ({ settings }) => setAt(settings, path, value),
      mark === undefined ? undefined : `${dashlet.id} ${mark}`,
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
            description={'series' in dashlet.settings ? editText('titleHint') : editText('titleHintOfType')}
            value={dashlet.title}
            error={faults.find(({ path }) => path === 'title')?.message}
            onChange={setTitle}
          />
          {'series' in dashlet.settings && (
            <>
              <SeriesFields dashlet={dashlet as Parameters<typeof SeriesFields>[0]['dashlet']} edit={edit} />
              <QuestionFields
                dashlet={dashlet as Parameters<typeof QuestionFields>[0]['dashlet']}
                edit={edit}
              />
              <OwnPeriodField period={dashlet.settings.period} edit={edit} />
              <GranularityFields settings={dashlet.settings} edit={edit} />
            </>
          )}
          <LookFields dashlet={dashlet} edit={edit} />
          {'filters' in dashlet.settings && (
            <OwnFilterFields filters={dashlet.settings.filters} edit={edit} />
          )}
        </div>
      </DashletFaults>
    </Drawer>
  );
}
