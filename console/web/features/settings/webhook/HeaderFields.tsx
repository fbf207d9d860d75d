import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';

type Header = WebhookDraft['headers'][number];

/** Headers of the request. A stored value is not shown, and kept unless replaced. */
export function HeaderFields({ form }: { readonly form: FormOf<WebhookDraft> }) {
  const text = useSettingsTexts();
  const { headers } = form.draft;
  const change = (at: number, part: Partial<Header>) =>
    form.change({
      headers: headers.map((header, index) => (index === at ? { ...header, ...part } : header)),
    });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('headers')}</legend>
      {headers.length === 0 && <p className="tt-muted tt-caption">{text('headersNone')}</p>}
      {headers.map((header, at) => {
        const path = `headers.${String(at)}`;
        const number = String(at + 1);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- headers have no id: two may share a name while they are typed
          <div key={at} className="tt-header-row">
            <TextField
              quietLabel
              id={`${path}.name`}
              label={text('headerName', { number })}
              placeholder={text('headerNameHint')}
              value={header.name}
              error={form.errorAt(`${path}.name`)}
              onChange={(name) => change(at, { name })}
            />
            <TextField
              quietLabel
              id={`${path}.value`}
              label={text('headerValue', { number })}
              placeholder={text(header.value === null ? 'retained' : 'headerValueHint')}
              value={header.value ?? ''}
              error={form.errorAt(`${path}.value`)}
              onChange={(value) => change(at, { value })}
            />
            <IconButton
              label={text('removeHeader', { number })}
              icon={<IconTrash size={15} />}
              onClick={() => form.change({ headers: headers.filter((_, index) => index !== at) })}
            />
          </div>
        );
      })}
      <div>
        <Button
          kind="quiet"
          icon={<IconPlus size={15} />}
          onClick={() => form.change({ headers: [...headers, { name: '', value: '' }] })}
        >
          {text('addHeader')}
        </Button>
      </div>
    </fieldset>
  );
}
