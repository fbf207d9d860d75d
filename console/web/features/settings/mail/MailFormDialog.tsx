import { useRef, useState } from 'react';
import { AlarmMail, MailGrouping } from '#schemas/settings/mail/alarm-mail.ts';
import { alarmMailFaults } from '#schemas/settings/mail/render-alarm-mail.ts';
import {
  createAlarmMail,
  updateAlarmMail,
  testAlarmMail,
  type ListedAlarmMail,
} from '#schemas/settings/mail/routes.ts';
import { WebhookTrigger } from '#schemas/settings/webhook/webhook.ts';
import { languageOf } from '#schemas/time/locale.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import type { FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { EnabledSwitch } from '../target/EnabledSwitch.tsx';
import { FilterFields } from '../target/FilterFields.tsx';
import { insertAt, PlaceholderList } from '../target/PlaceholderList.tsx';
import { PlatformSwitch } from '../target/PlatformSwitch.tsx';
import { RestrictedSwitch } from '../target/RestrictedSwitch.tsx';
import { settingInputFaults } from '../setting-input-faults.ts';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { useSettingsTexts } from '../texts/en.ts';
import { LanguageSelect } from '../target/LanguageSelect.tsx';
import { addressesIn, inLanguage, newMail } from './mail-draft.ts';
import type { FilterChoices } from '../target/use-filter-text.ts';
import { useTargetForm } from '../target/use-target-form.ts';

interface Props {
  /** Undefined for a new one. */
  readonly mail: ListedAlarmMail | undefined;
  readonly choices: FilterChoices;
  readonly onClose: () => void;
}

interface Part {
  readonly form: FormOf<AlarmMail>;
}

const fieldByCode = { NAME_TAKEN: 'name' } as const;

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

function Filters({ form, choices }: Part & { readonly choices: FilterChoices }) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('whichAlarms')}</legend>
      <FilterFields form={form} choices={choices} />
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
      <LanguageSelect
        language={draft.language}
        hint={text('mailLanguageHint')}
        onChange={(next) => change(inLanguage(draft, next))}
      />
      <TextField
        required
        {...entryOf(form, 'subject')}
        label={text('subject')}
        error={form.errorOf('subject') ?? live.get('subject')}
      />
      <TextArea
        ref={area}
        required
        code
        {...entryOf(form, 'body')}
        label={text('body')}
        rows={7}
        error={form.errorOf('body') ?? live.get('body')}
      />
      <PlaceholderList
        onInsert={(placeholder) => change({ body: insertAt(area.current, draft.body, placeholder) })}
      />
    </fieldset>
  );
}

/** Creates or edits a mail notification. */
export function MailFormDialog({ mail, choices, onClose }: Props) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(createAlarmMail);
  const form = useTargetForm<AlarmMail>({
    kind: 'mails',
    stored: mail,
    empty: newMail(languageOf(language)),
    contract: AlarmMail,
    check: (draft, of) => settingInputFaults(alarmMailFaults(draft), of),
    fieldByCode,
    add: (body) => call(createAlarmMail, { body }),
    save: (id, body) => call(updateAlarmMail, { params: { id }, body }),
    onClose,
  });
  return (
    <FormDialog
      title={form.title}
      form={form}
      disabledReason={disabledReason}
      action={form.action}
      width={720}
    >
      <TextField required {...entryOf(form, 'name')} label={text('name')} />
      <Recipients form={form} />
      <Filters form={form} choices={choices} />
      <Templates form={form} />
      <div className="tt-form-pair">
        <EnabledSwitch form={form} />
        <RestrictedSwitch form={form} />
        <PlatformSwitch form={form} />
      </div>
      <TestDelivery
        label={text('testMailRule')}
        run={() => (form.check() ? call(testAlarmMail, { body: form.draft }) : undefined)}
        disabledReason={disabledReason}
      />
    </FormDialog>
  );
}
