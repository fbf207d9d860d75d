import { addWebhook, saveWebhook, testWebhook } from '#schemas/settings/webhook/routes.ts';
import type { ListedWebhook } from '#schemas/settings/webhook/routes.ts';
import { webhookFaults } from '#schemas/settings/webhook/rules.ts';
import { WebhookDraft, WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { settingInputFaults } from './setting-input-faults.ts';
import { TestDelivery } from './TestDelivery.tsx';
import { useSaved } from './use-saved.ts';
import { useSettingsTexts } from './use-settings-texts.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { PayloadFields } from './PayloadFields.tsx';
import { emptyWebhook, webhookDraftOf } from './webhook-draft.ts';

interface Props {
  /** Undefined: a new one. */
  readonly webhook: ListedWebhook | undefined;
  readonly onClose: () => void;
}

const fieldOf = { NOT_UNIQUE: 'name', WEBHOOK_HEADER_UNKNOWN: 'headers' } as const;
const nested = ['headers', 'payload'];

/** A contradiction is said as soon as it is there; that an address is not complete yet, when it is to be saved. */
function useLiveFaults(draft: WebhookDraft): ReadonlyMap<string, string> {
  const language = useLanguage();
  const faults = webhookFaults(draft).filter(({ code }) => code !== 'URL_INVALID');
  return new Map(settingInputFaults(faults, language).map(({ path, message }) => [path, message] as const));
}

function TargetFields({
  form,
  live,
}: {
  readonly form: FormOf<WebhookDraft>;
  readonly live: ReadonlyMap<string, string>;
}) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  return (
    <>
      <div className="tt-form-pair">
        <TextField
          required
          id="name"
          label={text('name')}
          value={draft.name}
          error={form.errorOf('name')}
          autoComplete="off"
          onChange={(name) => change({ name })}
        />
        <Select
          label={text('trigger')}
          options={WebhookTrigger.options.map((value) => ({ value, label: text(`trigger-${value}`) }))}
          value={draft.trigger}
          onChange={(value) => change({ trigger: WebhookTrigger.catch('both').parse(value) })}
        />
      </div>
      <TextField
        required
        id="url"
        label={text('url')}
        placeholder="https://"
        value={draft.url}
        error={form.errorOf('url') ?? live.get('url')}
        autoComplete="off"
        onChange={(url) => change({ url })}
      />
    </>
  );
}

function useWebhookForm({ webhook, onClose }: Props) {
  const saved = useSaved('webhooks');
  return useForm<WebhookDraft, void>({
    initial: webhook === undefined ? emptyWebhook : webhookDraftOf(webhook),
    contract: WebhookDraft,
    check: (draft, language) => settingInputFaults(webhookFaults(draft), language),
    nested,
    fieldOf,
    async store(draft) {
      if (webhook === undefined) await call(addWebhook, { body: draft });
      else await call(saveWebhook, { params: { id: webhook.id }, body: draft });
      await saved(draft.name);
    },
    onSaved: onClose,
    onClosed: onClose,
  });
}

/** Adds or changes a webhook; a test shows what it would send before it is saved. */
export function WebhookFormDialog(props: Props) {
  const { webhook } = props;
  const text = useSettingsTexts();
  const refusal = useRefusal(addWebhook);
  const form = useWebhookForm(props);
  const { draft, change } = form;
  const live = useLiveFaults(draft);
  const test = () =>
    form.check()
      ? call(testWebhook, { body: { webhook: draft, ...(webhook === undefined ? {} : { id: webhook.id }) } })
      : undefined;
  return (
    <FormDialog
      title={webhook === undefined ? text('newWebhook') : text('editOf', { name: webhook.name })}
      form={form}
      refusal={refusal}
      action={text(webhook === undefined ? 'create' : 'save')}
      width={720}
    >
      <TargetFields form={form} live={live} />
      <HeaderFields form={form} />
      <PayloadFields form={form} live={live.get('payload.template')} />
      <div className="tt-form-pair">
        <Switch
          label={text('isEnabled')}
          description={text('isEnabledHint')}
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <Switch
          label={text('allowInsecure')}
          description={text('allowInsecureHint')}
          checked={draft.allowInsecure}
          onChange={(allowInsecure) => change({ allowInsecure })}
        />
      </div>
      {draft.allowInsecure && <Banner tone="warning">{text('insecureWarning')}</Banner>}
      <TestDelivery label={text('testWebhook')} run={test} refusal={refusal} />
    </FormDialog>
  );
}
