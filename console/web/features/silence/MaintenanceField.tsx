import { mayBeMaintenance } from '#schemas/silence/silence.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import type { SilenceForm } from './silence-form.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly form: SilenceForm;
  readonly onChange: (change: Partial<SilenceForm>) => void;
}

/** Whether the silence is a maintenance window, excluded from availability. */
export function MaintenanceField({ form, onChange }: Props) {
  const text = useSilenceTexts();
  const isPossible = mayBeMaintenance(form.match);
  return (
    <Switch
      label={text('maintenance')}
      description={text(isPossible ? 'maintenanceHint' : 'maintenanceImpossible')}
      checked={form.maintenance && isPossible}
      disabled={!isPossible}
      onChange={(maintenance) => onChange({ maintenance })}
    />
  );
}
