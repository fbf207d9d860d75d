import { Severity } from '#schemas/alerting/severity.ts';
import type { DashletSettings } from '#schemas/dashboard/dashlets.ts';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useAlarmListTexts } from './texts/en.ts';

/** Which alarms a list shows. */
export function AlarmFields({
  settings: { severities, onlyUnhandled },
  edit,
}: {
  readonly settings: DashletSettings<'alarms'>;
  readonly edit: SettingsEdit;
}) {
  const text = useAlarmListTexts();
  const uiText = useUiTexts();
  return (
    <>
      <MultiSelect
        label={text('severities')}
        description={text('severitiesHint')}
        options={Severity.options.map((value) => ({ value, label: uiText(value) }))}
        values={severities}
        onChange={(values) => edit(['severities'], values)}
      />
      <Switch
        label={text('onlyUnhandled')}
        checked={onlyUnhandled}
        onChange={(isOn) => edit(['onlyUnhandled'], isOn)}
      />
    </>
  );
}
