import {
  createWebhook,
  updateWebhook,
  testWebhook,
  type ListedWebhook,
} from '#schemas/settings/webhook/routes.ts';
import { WebhookService } from '#schemas/settings/webhook/service/webhook-service.ts';
import { webhookFaults } from '#schemas/settings/webhook/rules.ts';
import { WebhookDraft, WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import { languageOf } from '#schemas/time/locale.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { settingInputFaults } from '../setting-input-faults.ts';
import { EnabledSwitch } from '../target/EnabledSwitch.tsx';
import { FilterFields } from '../target/FilterFields.tsx';
import { LanguageSelect } from '../target/LanguageSelect.tsx';
import { PlatformSwitch } from '../target/PlatformSwitch.tsx';
import { RestrictedSwitch } from '../target/RestrictedSwitch.tsx';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { HeaderFields } from './HeaderFields.tsx';
import { PayloadFields } from './PayloadFields.tsx';
import { ServiceFields } from './ServiceFields.tsx';
import { useServiceTexts } from '../target/texts/en.ts';
import { newWebhook, ofService } from './webhook-draft.ts';
import type { FilterChoices } from '../target/use-filter-text.ts';
import { useTargetForm } from '../target/use-target-form.ts';

interface Props {
  /** Undefined for a new one. */
  readonly webhook: ListedWebhook | undefined;
  /** Of a new one. */
  readonly service: WebhookService;
  readonly choices: FilterChoices;
  readonly onClose: () => void;
}

const fieldByCode = {
  NAME_TAKEN: 'name',
  WEBHOOK_HEADER_UNKNOWN: 'headers',
  WEBHOOK_SECRET_MISSING: 'secret',
} as const;
const nested = ['headers', 'payload'];

/** Faults of what is not typed yet. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  'URL_INVALID',
  'WEBHOOK_CHANNEL_MISSING',
  'WEBHOOK_SECRET_INVALID',
  'WEBHOOK_SECRET_MISSING',
]);

/** Faults shown while typing; an incomplete URL is reported on save. */
function useLiveFaults(draft: WebhookDraft): ReadonlyMap<string, string> {
  const language = useLanguage();
  const faults = webhookFaults(draft).filter(({ code }) => !INCOMPLETE.has(code));
  return new Map(settingInputFaults(faults, language).map(({ path, message }) => [path, message] as const));
}

interface FieldsProps {
  readonly form: FormOf<WebhookDraft>;
  readonly live: ReadonlyMap<string, string>;
  readonly stored: ListedWebhook | undefined;
}

function ServiceChoice({ form, stored }: Pick<FieldsProps, 'form' | 'stored'>) {
  const text = useServiceTexts();
  return (
    <Select
      label={text('service')}
      options={WebhookService.options.map((value) => ({ value, label: text(`service-${value}`) }))}
      value={form.draft.service}
      onChange={(value) => {
        const service = WebhookService.catch('custom').parse(value);
        form.change(ofService(service, stored));
      }}
    />
  );
}

function CalleeFields({ form, live, stored }: FieldsProps) {
  const text = useSettingsTexts();
  const { service } = form.draft;
  if (service !== 'custom')
    return <ServiceFields form={form} service={service} isStored={stored?.service === service} />;
  return (
    <TextField
      required
      {...entryOf(form, 'url')}
      label={text('url')}
      placeholder="https://"
      error={form.errorOf('url') ?? live.get('url')}
    />
  );
}

function TargetFields(props: FieldsProps) {
  const { form, stored } = props;
  const text = useSettingsTexts();
  const { draft, change } = form;
  return (
    <>
      <ServiceChoice form={form} stored={stored} />
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} />
        <Select
          label={text('trigger')}
          options={WebhookTrigger.options.map((value) => ({ value, label: text(`trigger-${value}`) }))}
          value={draft.trigger}
          onChange={(value) => change({ trigger: WebhookTrigger.catch('both').parse(value) })}
        />
      </div>
      <CalleeFields {...props} />
    </>
  );
}

function useWebhookForm({ webhook, service, onClose }: Omit<Props, 'choices'>) {
  const language = useLanguage();
  return useTargetForm<WebhookDraft>({
    kind: 'webhooks',
    stored: webhook,
    empty: newWebhook(service, languageOf(language)),
    contract: WebhookDraft,
    check: (draft, of) => settingInputFaults(webhookFaults(draft), of),
    nested,
    fieldByCode,
    add: (body) => call(createWebhook, { body }),
    save: (id, body) => call(updateWebhook, { params: { id }, body }),
    onClose,
  });
}

/** Creates or edits a webhook; a test sends the unsaved draft. */
export function WebhookFormDialog(props: Props) {
  const { webhook, choices } = props;
  const text = useSettingsTexts();
  const disabledReason = useDisabledReason(createWebhook);
  const services = useServiceTexts();
  const form = useWebhookForm(props);
  const { draft, change } = form;
  const isNewService = webhook === undefined && draft.service !== 'custom';
  const title = isNewService
    ? services('newOf', { service: services(`service-${draft.service}`) })
    : form.title;
  const live = useLiveFaults(draft);
  const test = () =>
    form.check()
      ? call(testWebhook, { body: { webhook: draft, ...(webhook === undefined ? {} : { id: webhook.id }) } })
      : undefined;
  return (
    <FormDialog title={title} form={form} disabledReason={disabledReason} action={form.action} width={720}>
      <TargetFields form={form} live={live} stored={webhook} />
      <fieldset className="tt-form-group">
        <legend>{text('whichAlarms')}</legend>
        <FilterFields form={form} choices={choices} />
      </fieldset>
      <LanguageSelect
        language={draft.language}
        hint={text('webhookLanguageHint')}
        onChange={(language) => change({ language })}
      />
      {draft.service === 'custom' && (
        <>
          <HeaderFields form={form} />
          <PayloadFields form={form} live={live.get('payload.template')} />
        </>
      )}
      <div className="tt-form-pair">
        <EnabledSwitch form={form} />
        <Switch
          label={text('allowInsecure')}
          description={text('allowInsecureHint')}
          checked={draft.allowInsecure}
          onChange={(allowInsecure) => change({ allowInsecure })}
        />
      </div>
      <div className="tt-form-pair">
        <RestrictedSwitch form={form} />
        <PlatformSwitch form={form} />
      </div>
      {draft.allowInsecure && <Banner tone="warning">{text('insecureWarning')}</Banner>}
      <TestDelivery label={text('testWebhook')} run={test} disabledReason={disabledReason} />
    </FormDialog>
  );
}
