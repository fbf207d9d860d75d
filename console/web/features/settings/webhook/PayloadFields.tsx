import { useRef } from 'react';
import { usesPlaceholder } from '#schemas/settings/webhook/template.ts';
import type { WebhookDraft } from '#schemas/settings/webhook/webhook.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { insertAt, PlaceholderList } from '../target/PlaceholderList.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  readonly form: FormOf<WebhookDraft>;
  /** The fault of the template while it is typed. */
  readonly live: string | undefined;
}

const ROWS = 10;

/** The payload: JSON or text, with placeholders. */
export function PayloadFields({ form, live }: Props) {
  const text = useSettingsTexts();
  const area = useRef<HTMLTextAreaElement>(null);
  const { payload } = form.draft;
  const change = (part: Partial<WebhookDraft['payload']>) =>
    form.change({ payload: { ...payload, ...part } });
  return (
    <fieldset className="tt-form-group">
      <legend>{text('payload')}</legend>
      <div className="tt-payload-kind">
        <Select
          label={text('payloadKind')}
          options={[
            { value: 'json', label: 'JSON' },
            { value: 'text', label: text('plainText') },
          ]}
          value={payload.kind}
          onChange={(kind) => change({ kind: kind === 'json' ? 'json' : 'text' })}
        />
      </div>
      <TextArea
        ref={area}
        code
        id="payload.template"
        label={text('template')}
        rows={ROWS}
        value={payload.template}
        error={form.errorAt('payload.template') ?? live}
        onChange={(template) => change({ template })}
      />
      {!usesPlaceholder(payload.template, 'alert.events') && (
        <p className="tt-muted tt-caption">{text('withoutEvents')}</p>
      )}
      <PlaceholderList
        onInsert={(placeholder) =>
          change({ template: insertAt(area.current, payload.template, placeholder) })
        }
      />
    </fieldset>
  );
}
