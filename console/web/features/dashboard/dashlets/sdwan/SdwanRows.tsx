import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { SdwanSettings } from '#schemas/dashboard/dashlets/sdwan.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useSdwanDashletTexts } from './texts/en.ts';

interface Props {
  readonly edit: SettingsEdit;
}

/** Headers of the request. */
export function HeaderRows({
  headers,
  edit,
  faultAt,
}: Props & {
  readonly headers: SdwanSettings['headers'];
  readonly faultAt: (path: string) => string | undefined;
}) {
  const text = useSdwanDashletTexts();
  return (
    <section className="tt-dashlet-part" aria-label={text('headers')}>
      <h3>{text('headers')}</h3>
      {headers.map(({ name, value, base64 }, index) => {
        const at = `headers.${String(index)}`;
        const number = index + 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a header has no id but its position
          <fieldset key={index} className="tt-dashlet-series">
            <TextField
              label={text('headerName', { number })}
              value={name}
              error={faultAt(`${at}.name`)}
              onChange={(next) => edit(['headers', index, 'name'], next, `${at}.name`)}
            />
            <TextField
              label={text('headerValue', { number })}
              value={value}
              error={faultAt(`${at}.value`)}
              onChange={(next) => edit(['headers', index, 'value'], next, `${at}.value`)}
            />
            <Switch
              label={text('base64')}
              checked={base64}
              onChange={(isOn) => edit(['headers', index, 'base64'], isOn)}
            />
            <IconButton
              small
              label={text('removeHeader', { number })}
              icon={<IconTrash size={14} />}
              onClick={() => edit(['headers'], headers.toSpliced(index, 1))}
            />
          </fieldset>
        );
      })}
      <Button
        icon={<IconPlus size={15} />}
        onClick={() => edit(['headers'], [...headers, { name: 'Accept-Language', value: '', base64: false }])}
      >
        {text('addHeader')}
      </Button>
    </section>
  );
}

/** Texts that are replaced in the response. */
export function ReplacementRows({
  replacements,
  edit,
}: Props & { readonly replacements: SdwanSettings['replacements'] }) {
  const text = useSdwanDashletTexts();
  return (
    <section className="tt-dashlet-part" aria-label={text('replacements')}>
      <h3>{text('replacements')}</h3>
      {replacements.map(({ search, by }, index) => {
        const at = `replacements.${String(index)}`;
        const number = index + 1;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a replacement has no id but its position
          <div key={index} className="tt-dashlet-pair">
            <TextField
              label={text('replace', { number })}
              value={search}
              onChange={(next) => edit(['replacements', index, 'search'], next, `${at}.search`)}
            />
            <TextField
              label={text('replaceBy', { number })}
              value={by}
              onChange={(next) => edit(['replacements', index, 'by'], next, `${at}.by`)}
            />
            <IconButton
              small
              label={text('removeReplacement', { number })}
              icon={<IconTrash size={14} />}
              onClick={() => edit(['replacements'], replacements.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      <Button
        icon={<IconPlus size={15} />}
        onClick={() => edit(['replacements'], [...replacements, { search: '…', by: '' }])}
      >
        {text('addReplacement')}
      </Button>
    </section>
  );
}
