import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly includeRestricted: boolean };
    readonly change: (part: { readonly includeRestricted: boolean }) => void;
  };
}

/** Whether the target is notified of restricted alarms. Users who cannot read them can only turn it off. */
export function RestrictedSwitch({ form }: Props) {
  const text = useSettingsTexts();
  const mayRead = usePermission('EXTRA.RESTRICTED.read');
  const { draft, change } = form;
  const foreign = draft.includeRestricted ? 'includeRestrictedForeign' : 'includeRestrictedRejected';
  return (
    <Switch
      label={text('includeRestricted')}
      description={text(mayRead ? 'includeRestrictedHint' : foreign)}
      checked={draft.includeRestricted}
      disabled={!mayRead && !draft.includeRestricted}
      onChange={(includeRestricted) => change({ includeRestricted })}
    />
  );
}
