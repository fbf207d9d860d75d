import { useState } from 'react';
import { z } from 'zod';
import { advancedKeys, parseAdvanced } from '#schemas/settings/smtp/advanced.ts';
import { readSmtp, testSmtp, updateSmtp, type SmtpView } from '#schemas/settings/smtp/routes.ts';
import { SmtpDraft, SmtpTls } from '#schemas/settings/smtp/smtp.ts';
import { call } from '#web/kernel/api/call.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { settingInputFaults } from '../setting-input-faults.ts';
import { HostFields } from '../target/HostFields.tsx';
import { TestDelivery } from '../target/TestDelivery.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  /** Null if none is set up. */
  readonly smtp: SmtpView | null;
  readonly onClose: () => void;
}

const SUBMISSION_PORT = 587;
const empty: SmtpDraft = {
  host: '',
  port: SUBMISSION_PORT,
  login: '',
  password: '',
  tls: 'starttls',
  advanced: '',
  source: '',
};

const draftOf = ({ hasPassword, ...smtp }: SmtpView): SmtpDraft => ({
  ...smtp,
  password: hasPassword ? null : '',
});

const fieldByCode = { SMTP_PASSWORD_UNKNOWN: 'password' } as const;
const usualPorts = { none: 25, starttls: SUBMISSION_PORT, implicit: 465 } as const;

function ServerFields({ form }: { readonly form: FormOf<SmtpDraft> }) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  const secure = (value: string) => {
    const tls = SmtpTls.catch('starttls').parse(value);
    // A custom port is retained.
    change(draft.port === usualPorts[draft.tls] ? { tls, port: usualPorts[tls] } : { tls });
  };
  return (
    <>
      <HostFields form={form} />
      <div className="tt-form-pair">
        <Select
          label={text('security')}
          options={SmtpTls.options.map((value) => ({ value, label: text(`tls-${value}`) }))}
          value={draft.tls}
          onChange={secure}
        />
        <TextField
          required
          {...entryOf(form, 'source')}
          label={text('source')}
          placeholder="telltale@example.net"
        />
      </div>
    </>
  );
}

function LoginFields({ form, isStored }: { readonly form: FormOf<SmtpDraft>; readonly isStored: boolean }) {
  const text = useSettingsTexts();
  const { draft, change } = form;
  return (
    <div className="tt-form-pair">
      <TextField {...entryOf(form, 'login')} label={text('login')} placeholder={text('loginNone')} />
      <PasswordField
        id="password"
        label={text('password')}
        autoComplete="new-password"
        placeholder={draft.password === null ? text('retained') : undefined}
        value={draft.password ?? ''}
        error={form.errorOf('password')}
        onChange={(typed) => change({ password: typed === '' && isStored ? null : typed })}
      />
    </div>
  );
}

/** The test e-mail; its recipient is not stored. */
function ServerTest({
  form,
  disabledReason,
}: {
  readonly form: FormOf<SmtpDraft>;
  readonly disabledReason: string | undefined;
}) {
  const text = useSettingsTexts();
  const { user } = useSession();
  const [to, setTo] = useState('');
  const [tried, setTried] = useState(false);
  const isAddress = z.email().safeParse(to).success;
  const run = () => {
    setTried(true);
    return form.check() && isAddress ? call(testSmtp, { body: { smtp: form.draft, to } }) : undefined;
  };
  return (
    <>
      <TextField
        id="test-to"
        label={text('testTo')}
        placeholder={`${user.username}@example.net`}
        value={to}
        error={tried && !isAddress ? text('testToFault') : undefined}
        onChange={setTo}
      />
      <TestDelivery label={text('testMail')} run={run} disabledReason={disabledReason} />
    </>
  );
}

/** The mail server: host, port, security, login, sender and advanced options. */
export function ServerFormDialog({ smtp, onClose }: Props) {
  const text = useSettingsTexts();
  const disabledReason = useDisabledReason(updateSmtp);
  const form = useForm<SmtpDraft>({
    initial: smtp === null ? empty : draftOf(smtp),
    contract: SmtpDraft,
    check: ({ advanced }, language) => settingInputFaults(parseAdvanced(advanced).faults, language),
    fieldByCode,
    store: (body) => call(updateSmtp, { body }),
    done: () => text('saved', { name: text('mailServer') }),
    touches: [readSmtp],
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog title={text('mailServer')} form={form} disabledReason={disabledReason} action={text('save')}>
      <ServerFields form={form} />
      <LoginFields form={form} isStored={smtp?.hasPassword === true} />
      <TextArea
        code
        {...entryOf(form, 'advanced')}
        label={text('advanced')}
        description={text('advancedHint', { keys: Object.keys(advancedKeys).join(', ') })}
        rows={4}
      />
      <ServerTest form={form} disabledReason={disabledReason} />
    </FormDialog>
  );
}
