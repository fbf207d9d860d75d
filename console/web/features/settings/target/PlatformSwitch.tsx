import { Switch } from '#web/ui/field/Switch.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly notifyPlatformEvents: boolean };
    readonly change: (part: { readonly notifyPlatformEvents: boolean }) => void;
  };
}

/** Whether the target is notified of platform events. */
export function PlatformSwitch({ form: { draft, change } }: Props) {
  const text = useSettingsTexts();
  return (
    <Switch
      label={text('notifyPlatformEvents')}
      description={text('notifyPlatformEventsHint')}
      checked={draft.notifyPlatformEvents}
      onChange={(notifyPlatformEvents) => change({ notifyPlatformEvents })}
    />
  );
}
