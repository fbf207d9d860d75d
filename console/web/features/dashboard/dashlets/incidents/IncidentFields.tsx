import { Severity } from '#schemas/alerting/severity.ts';
import { incidentParts } from '#schemas/dashboard/dashlets/incidents.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { Choice } from '../../edit/ChartFields.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useFaultAt } from '../../edit/use-fault-at.ts';
import { useIncidentListTexts } from './texts/en.ts';

/** What is listed, and what service levels promise of it. */
export function IncidentFields({
  settings: { shown, severities, restoreMinutes },
  edit,
}: {
  readonly settings: DashletSettings<'incidents'>;
  readonly edit: SettingsEdit;
}) {
  const text = useIncidentListTexts();
  const uiText = useUiTexts();
  const faultAt = useFaultAt();
  return (
    <>
      <Choice
        label={text('shown')}
        options={incidentParts}
        nameOf={(value) => text(`shown_${value}`)}
        value={shown}
        onChange={(value) => edit(['shown'], value)}
      />
      {shown === 'incidents' && (
        <>
          <MultiSelect
            label={text('severities')}
            description={text('severitiesHint')}
            options={Severity.options.map((value) => ({ value, label: uiText(value) }))}
            values={severities}
            onChange={(values) => edit(['severities'], values)}
          />
          <NumberField
            label={text('restoreMinutes')}
            description={text('restoreHint')}
            value={restoreMinutes}
            error={faultAt('restoreMinutes')}
            onChange={(value) => value !== null && edit(['restoreMinutes'], value, 'restoreMinutes')}
          />
        </>
      )}
    </>
  );
}
