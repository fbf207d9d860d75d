import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { useSettingsTexts } from './use-settings-texts.ts';

interface Props {
  readonly form: {
    readonly draft: { readonly restricted: boolean };
    readonly change: (part: { readonly restricted: boolean }) => void;
  };
}

/** Whether the target is told of restricted alarms; who may not read them can only take that from it. */
export function RestrictedSwitch({ form }: Props) {
  const text = useSettingsTexts();
  const mayRead = usePermission('EXTRA.RESTRICTED.read');
  const { draft, change } = form;
  const foreign = draft.restricted ? 'tellsRestrictedForeign' : 'tellsRestrictedRefused';
  return (
    <Switch
      label={text('tellsRestricted')}
      description={text(mayRead ? 'tellsRestrictedHint' : foreign)}
      checked={draft.restricted}
      disabled={!mayRead && !draft.restricted}
      onChange={(restricted) => change({ restricted })}
    />
  );
}
