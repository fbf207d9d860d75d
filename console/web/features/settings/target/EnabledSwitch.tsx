import { Switch } from '#web/ui/field/Switch.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly enabled: boolean };
    readonly change: (part: { readonly enabled: boolean }) => void;
  };
}

/** Whether the target is notified. */
export function EnabledSwitch({ form }: Props) {
  const text = useSettingsTexts();
  return (
    <Switch
      label={text('isEnabled')}
      description={text('isEnabledHint')}
      checked={form.draft.enabled}
      onChange={(enabled) => form.change({ enabled })}
    />
  );
}
