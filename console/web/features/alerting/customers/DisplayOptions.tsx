import { useState } from 'react';
import { updateAlertLayout, type AlertChoices, type AlertLayout } from '#schemas/alerting/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useAlertingTexts } from '../texts/en.ts';
import { useAlertingPartTexts } from '../parts/texts/en.ts';

interface Props {
  readonly layout: AlertLayout;
  readonly choices: AlertChoices;
  readonly onApply: (layout: AlertLayout) => void;
  readonly onClose: () => void;
}

interface ChoiceProps {
  readonly label: string;
  readonly empty: string;
  readonly choice: { readonly enabled: boolean; readonly ids: readonly number[] };
  readonly options: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (choice: { enabled: boolean; ids: number[] }) => void;
}

function Choice({ label, empty, choice, options, onChange }: ChoiceProps) {
  const toggle = (id: number, checked: boolean) =>
    onChange({
      enabled: choice.enabled,
      ids: checked ? [...choice.ids, id] : choice.ids.filter((each) => each !== id),
    });
  return (
    <div className="tt-option">
      <Switch
        label={label}
        checked={choice.enabled}
        onChange={(enabled) => onChange({ enabled, ids: [...choice.ids] })}
      />
      {choice.enabled && (
        <div className="tt-option-list" role="group" aria-label={label}>
          {options.length === 0 && <p className="tt-muted">{empty}</p>}
          {options.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={choice.ids.includes(id)}
              onChange={(checked) => toggle(id, checked)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Display options of the alerting across customers, stored per user. */
export function DisplayOptions({ layout, choices, onApply, onClose }: Props) {
  const text = useAlertingTexts();
  const partText = useAlertingPartTexts();
  const [draft, setDraft] = useState(layout);
  const actions = (
    <>
      <Button onClick={onClose}>{text('cancel')}</Button>
      <Button
        kind="primary"
        disabledReason={useDisabledReason(updateAlertLayout)}
        onClick={() => onApply(draft)}
      >
        {text('apply')}
      </Button>
    </>
  );
  return (
    <Dialog open title={text('display')} onClose={onClose} actions={actions}>
      <div className="tt-options">
        <Switch
          label={partText('breakdownByAlert')}
          description={partText('breakdownHint')}
          checked={draft.breakdownByAlert}
          onChange={(breakdownByAlert) => setDraft({ ...draft, breakdownByAlert })}
        />
        <Switch
          label={partText('onlyPinned')}
          checked={draft.showOnlyPinnedCustomers}
          onChange={(showOnlyPinnedCustomers) => setDraft({ ...draft, showOnlyPinnedCustomers })}
        />
        <Choice
          label={partText('byProfile')}
          empty={partText('noProfile')}
          choice={draft.profileIds}
          options={choices.profiles}
          onChange={(profileIds) => setDraft({ ...draft, profileIds })}
        />
        <Choice
          label={partText('byAlarm')}
          empty={partText('noAlarm')}
          choice={draft.alarmIds}
          options={choices.alarms}
          onChange={(alarmIds) => setDraft({ ...draft, alarmIds })}
        />
      </div>
    </Dialog>
  );
}
