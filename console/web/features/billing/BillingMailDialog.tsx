import { useState } from 'react';
import { BillingMail, type BillingMailView } from '#schemas/billing/mail.ts';
import { updateBillingMail } from '#schemas/billing/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { zones } from '#web/lib/zoned/local-time.ts';
import { formatMonthOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { billingTouches } from './billing-queries.ts';
import { useBillingTexts } from './texts/en.ts';

/** Addresses separated by commas, semicolons, spaces or line breaks. */
const addressesIn = (typed: string): string[] => [
  ...new Set(typed.split(/[\s,;]+/).filter((address) => address !== '')),
];

function Recipients({
  form,
  attached,
}: {
  readonly form: FormOf<BillingMail>;
  readonly attached: readonly string[];
}) {
  const text = useBillingTexts();
  const [typed, setTyped] = useState(form.draft.recipients.join(', '));
  return (
    <>
      <TextArea
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
      {attached.length > 0 && (
        <p className="tt-muted">{text('attached', { addresses: attached.join(', ') })}</p>
      )}
    </>
  );
}

interface Props {
  readonly stored: BillingMailView;
  readonly onClose: () => void;
}

/** Who gets the units by mail, and when. */
export function BillingMailDialog({ stored, onClose }: Props) {
  const text = useBillingTexts();
  const language = useLanguage();
  const { recipients, monthly, timeZone, language: ofMail } = stored;
  const form = useForm<BillingMail>({
    initial: { recipients, monthly, timeZone, language: ofMail },
    contract: BillingMail,
    store: (body) => call(updateBillingMail, { body }),
    done: () => text('mailSaved'),
    touches: billingTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
  const { draft, change } = form;
  return (
    <FormDialog
      title={text('mailTitle')}
      form={form}
      action={text('save')}
      disabledReason={useDisabledReason(updateBillingMail)}
    >
      <Recipients form={form} attached={stored.attached} />
      <Switch
        label={text('monthly')}
        description={text('monthlyHint')}
        checked={draft.monthly}
        onChange={(next) => change({ monthly: next })}
      />
      <Select
        id="timeZone"
        searchable
        label={text('timeZone')}
        options={zones().map((zone) => ({ value: zone, label: zone }))}
        value={draft.timeZone}
        error={form.errorOf('timeZone')}
        onChange={(next) => change({ timeZone: next })}
      />
      <Select
        label={text('language')}
        options={(['en', 'fr'] as const).map((value) => ({ value, label: text(`language-${value}`) }))}
        value={draft.language}
        onChange={(next) => change({ language: next === 'fr' ? 'fr' : 'en' })}
      />
      <p className="tt-muted">
        {stored.lastMonth === null
          ? text('neverSent')
          : text('lastMonth', { month: formatMonthOfUtc(stored.lastMonth, language) })}
      </p>
    </FormDialog>
  );
}
