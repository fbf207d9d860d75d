import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { Switch } from '#web/ui/field/Switch.tsx';
import { useSettingsTexts } from '../use-settings-texts.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly includeRestricted: boolean };
    readonly change: (part: { readonly includeRestricted: boolean }) => void;
  };
}

/** Whether the target is told of restricted alarms; who may not read them can only take that from it. */
export function RestrictedSwitch({ form }: Props) {
  const text = useSettingsTexts();
  const mayRead = usePermission('EXTRA.RESTRICTED.read');
  const { draft, change } = form;
  const foreign = draft.includeRestricted ? 'includeRestrictedForeign' : 'includeRestrictedRefused';
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
