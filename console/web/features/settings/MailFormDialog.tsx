import { useRef, useState } from 'react';
import { severities, Severity } from '#schemas/alerting/alert.ts';
import { AlarmMail, MailGrouping } from '#schemas/settings/mail/alarm-mail.ts';
import { alarmMailFaults } from '#schemas/settings/mail/render-alarm-mail.ts';
import { addAlarmMail, saveAlarmMail, testAlarmMail } from '#schemas/settings/mail/routes.ts';
import type { ListedAlarmMail } from '#schemas/settings/mail/routes.ts';
import { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useRefusal } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { MultiSelect } from '#web/ui/MultiSelect.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { insertAt, PlaceholderList } from './PlaceholderList.tsx';
import { settingInputFaults } from './setting-input-faults.ts';
import { TestDelivery } from './TestDelivery.tsx';
import { useSaved } from './use-saved.ts';
import { useSettingsTexts } from './use-settings-texts.ts';
import { addressesIn, emptyMail, mailDraftOf } from './mail-draft.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/** What a mail notification can be narrowed to. */
export interface MailChoices {
  readonly customers: readonly Named[];
  readonly alarms: readonly Named[];
}

interface Props {
  /** Undefined: a new one. */
  readonly mail: ListedAlarmMail | undefined;
  readonly choices: MailChoices;
  readonly onClose: () => void;
}

interface Part {
  readonly form: FormOf<AlarmMail>;
}

const fieldOf = { NOT_UNIQUE: 'name' } as const;

function Recipients({ form }: Part) {
  const text = useSettingsTexts();
  const [typed, setTyped] = useState(form.draft.recipients.join(', '));
  return (
    <TextArea
      required
      id="recipients"
      label={text('recipients')}
      description={text('recipientsHint')}
      rows={2}
      value={typed}
      error={form.errorOf('recipients')}
      onChange={(next) => {
        setTyped(next);
        form.change({ recipients: addressesIn(next) });
      }}
    />
  );
}

const options = (list: readonly Named[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));

function Narrowing({ form, choices }: Part & { readonly choices: MailChoices }) {
  const text = useSettingsTexts();
  const ui = useUiTexts();
  const { draft, change } = form;
  const isSeverity = (value: string): value is Severity => Severity.options.some((one) => one === value);
  return (
    <fieldset className="tt-form-group">
      <legend>{text('ofWhat')}</legend>
      <div className="tt-form-pair">
        <MultiSelect
          label={text('customers')}
          placeholder={draft.customers.length === 0 ? text('every') : ''}
          nothingFound={text('nothingFound')}
          options={options(choices.customers)}
          values={draft.customers.map(String)}
          onChange={(values) => change({ customers: values.map(Number) })}
        />
        <MultiSelect
          label={text('severities')}
          placeholder={draft.severities.length === 0 ? text('every') : ''}
          options={severities.map((severity) => ({ value: severity, label: ui(severity) }))}
          values={draft.severities}
          onChange={(values) => change({ severities: values.filter(isSeverity) })}
        />
      </div>
      <MultiSelect
        label={text('alarms')}
        placeholder={draft.alarms.length === 0 ? text('every') : ''}
        nothingFound={text('nothingFound')}
        options={options(choices.alarms)}
        values={draft.alarms.map(String)}
        onChange={(values) => change({ alarms: values.map(Number) })}
      />
      <div className="tt-form-pair">
        <Select
          label={text('trigger')}
          options={WebhookTrigger.options.map((value) => ({ value, label: text(`trigger-${value}`) }))}
          value={draft.trigger}
          onChange={(value) => change({ trigger: WebhookTrigger.catch('both').parse(value) })}
        />
        <Select
          label={text('grouping')}
          options={MailGrouping.options.map((value) => ({ value, label: text(`grouping-${value}`) }))}
          value={draft.grouping}
          onChange={(value) => change({ grouping: MailGrouping.catch('single').parse(value) })}
        />
      </div>
      <p className="tt-muted tt-caption">{text(`groupingHint-${draft.grouping}`)}</p>
    </fieldset>
  );
}

function Templates({ form }: Part) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const area = useRef<HTMLTextAreaElement>(null);
  const { draft, change } = form;
  const live = new Map(
    settingInputFaults(alarmMailFaults(draft), language).map(({ path, message }) => [path, message] as const),
  );
  return (
    <fieldset className="tt-form-group">
      <legend>{text('content')}</legend>
      <TextField
        required
        id="subject"
        label={text('subject')}
        value={draft.subject}
        error={form.errorOf('subject') ?? live.get('subject')}
        autoComplete="off"
        onChange={(subject) => change({ subject })}
      />
      <TextArea
        ref={area}
        required
        code
        id="body"
        label={text('body')}
        rows={7}
        value={draft.body}
        error={form.errorOf('body') ?? live.get('body')}
        onChange={(body) => change({ body })}
      />
      <PlaceholderList
        onInsert={(placeholder) => change({ body: insertAt(area.current, draft.body, placeholder) })}
      />
    </fieldset>
  );
}

/** Adds or changes who is told of which alarms by mail. */
export function MailFormDialog({ mail, choices, onClose }: Props) {
  const text = useSettingsTexts();
  const saved = useSaved('mails');
  const refusal = useRefusal(addAlarmMail);
  const form = useForm<AlarmMail, void>({
    initial: mail === undefined ? emptyMail : mailDraftOf(mail),
    contract: AlarmMail,
    check: (draft, language) => settingInputFaults(alarmMailFaults(draft), language),
    fieldOf,
    async store(draft) {
      if (mail === undefined) await call(addAlarmMail, { body: draft });
      else await call(saveAlarmMail, { params: { id: mail.id }, body: draft });
      await saved(draft.name);
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  const { draft, change } = form;
  return (
    <FormDialog
      title={mail === undefined ? text('newMail') : text('editOf', { name: mail.name })}
      form={form}
      refusal={refusal}
      action={text(mail === undefined ? 'create' : 'save')}
      width={720}
    >
      <TextField
        required
        id="name"
        label={text('name')}
        value={draft.name}
        error={form.errorOf('name')}
        autoComplete="off"
        onChange={(name) => change({ name })}
      />
      <Recipients form={form} />
      <Narrowing form={form} choices={choices} />
      <Templates form={form} />
      <Switch
        label={text('isEnabled')}
        description={text('isEnabledHint')}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <TestDelivery
        label={text('testMailRule')}
        run={() => (form.check() ? call(testAlarmMail, { body: draft }) : undefined)}
        refusal={refusal}
      />
    </FormDialog>
  );
}
