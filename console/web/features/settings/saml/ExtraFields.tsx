import { IconPlus, IconTrash } from '@tabler/icons-react';
import { UNCHANGED_SECRET, type SamlSettings } from '#schemas/settings/saml/saml.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSamlTexts } from './texts/en.ts';
import { replaceAt, removeAt } from '../identity/list-draft.ts';
import type { SamlForm } from './saml-form.ts';

type HeaderDrafts = NonNullable<SamlSettings['extra']>['headers'];

function HeaderRows({ form, headers }: { readonly form: SamlForm; readonly headers: HeaderDrafts }) {
  const text = useSamlTexts();
  const set = (next: HeaderDrafts) =>
    form.change({ extra: { url: form.draft.extra?.url ?? '', headers: next } });
  return headers.map((header, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- two headers may share a name while they are typed
    <div key={at} className="tt-form-pair tt-settings-header">
      <TextField
        id={`extra.headers.${String(at)}.name`}
        label={text('headerName', { number: at + 1 })}
        value={header.name}
        error={form.errorAt(`extra.headers.${String(at)}.name`)}
        onChange={(name) => set(replaceAt(headers, at, { name }))}
      />
      <TextField
        label={text('headerValue', { number: at + 1 })}
        description={header.value === UNCHANGED_SECRET ? text('headerUnchanged') : undefined}
        value={header.value}
        onChange={(value) => set(replaceAt(headers, at, { value }))}
      />
      <IconButton
        label={text('removeHeader', { number: at + 1 })}
        icon={<IconTrash size={15} />}
        onClick={() => set(removeAt(headers, at))}
      />
    </div>
  ));
}

/** The URL that returns extra attributes of a user as JSON. */
export function ExtraFields({ form }: { readonly form: SamlForm }) {
  const text = useSamlTexts();
  const { extra } = form.draft;
  const headers = extra?.headers ?? [];
  return (
    <fieldset className="tt-form-group">
      <legend>{text('extra')}</legend>
      <TextField
        id="extra"
        label={text('extraUrl')}
        description={text('extraHint')}
        value={extra?.url ?? ''}
        error={form.errorOf('extra') ?? form.errorAt('extra.url')}
        onChange={(url) =>
          form.change({ extra: url === '' && headers.length === 0 ? null : { url, headers } })
        }
      />
      <HeaderRows form={form} headers={headers} />
      <div>
        <Button
          icon={<IconPlus size={15} />}
          onClick={() =>
            form.change({ extra: { url: extra?.url ?? '', headers: [...headers, { name: '', value: '' }] } })
          }
        >
          {text('addHeader')}
        </Button>
      </div>
    </fieldset>
  );
}
