import { Switch } from '#web/ui/Switch.tsx';
import { useSettingsTexts } from './use-settings-texts.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly platform: boolean };
    readonly change: (part: { readonly platform: boolean }) => void;
  };
}

/** Whether the target is told of trouble of the platform itself. */
export function PlatformSwitch({ form: { draft, change } }: Props) {
  const text = useSettingsTexts();
  return (
    <Switch
      label={text('tellsPlatform')}
      description={text('tellsPlatformHint')}
      checked={draft.platform}
      onChange={(platform) => change({ platform })}
    />
  );
}
