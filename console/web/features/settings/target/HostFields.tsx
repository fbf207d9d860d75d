import { entryOf, type Editable } from '#web/kernel/form/entry-of.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';

type HostDraft = Readonly<Record<'host', string> & Record<'port', number>>;

/** A host and its port on one row. */
export function HostFields({ form }: { readonly form: Editable<HostDraft> }) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  return (
    <div className="tt-form-pair tt-host-row">
      <TextField required {...entryOf(form, 'host')} label={text('host')} />
      <NumberField
        plain
        id="port"
        label={text('port')}
        value={Number.isNaN(draft.port) ? null : draft.port}
        error={form.errorOf('port')}
        onChange={(port) => change({ port: port ?? Number.NaN })}
      />
    </div>
  );
}
