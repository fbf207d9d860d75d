import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, readPasswordRules } from '#schemas/account/password-routes.ts';
import type { PasswordPolicy } from '#schemas/account/password-policy.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { isRejectedInput } from './is-rejected-input.ts';
import { NewPassword } from './NewPassword.tsx';
import { useOwnTexts } from '../own/texts/en.ts';

const blank = { current: '', password: '', confirmation: '' };

function PasswordForm({ policy }: { readonly policy: PasswordPolicy }) {
  const text = useOwnTexts();
  const language = useLanguage();
  const { user } = useSession();
  const [entered, setEntered] = useState(blank);
  const [isPointed, setPointed] = useState(false);
  const change = useMutation({
    mutationFn: () => call(changePassword, { body: entered }),
    onSuccess() {
      setEntered(blank);
      showToast({ text: text('passwordChanged') });
    },
  });
  const missing = {
    newPassword: entered.password === '',
    confirmation: entered.confirmation === '',
    current: entered.current === '',
  };
  const submit = () => {
    const isComplete = Object.values(missing).every((each) => !each);
    setPointed(!isComplete);
    if (isComplete) change.mutate();
  };
  const pointed = (['newPassword', 'confirmation'] as const).filter((name) => isPointed && missing[name]);
  return (
    <Form
      label={text('changePassword')}
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" busy={change.isPending}>
          {text('changePassword')}
        </Button>
      }
    >
      {change.error !== null && !isRejectedInput(change.error) && (
        <Banner tone="bad">{sentenceOf(change.error, language)}</Banner>
      )}
      <input type="text" hidden readOnly autoComplete="username" value={user.username} />
      <PasswordField
        label={text('current')}
        autoComplete="current-password"
        value={entered.current}
        error={isPointed && missing.current ? text('currentMissing') : undefined}
        onChange={(current) => setEntered({ ...entered, current })}
      />
      <NewPassword
        policy={policy}
        username={user.username}
        password={entered.password}
        confirmation={entered.confirmation}
        missing={pointed}
        problem={change.error}
        onPassword={(password) => setEntered({ ...entered, password })}
        onConfirmation={(confirmation) => setEntered({ ...entered, confirmation })}
      />
    </Form>
  );
}

/** Changes the user's own password. */
export function OwnPassword() {
  const text = useOwnTexts();
  const language = useLanguage();
  const rules = useQuery({
    queryKey: ['own-account', 'password'],
    queryFn: ({ signal }) => call(readPasswordRules, { signal }),
  });
  if (rules.error !== null) return <Banner tone="bad">{sentenceOf(rules.error, language)}</Banner>;
  if (rules.data === undefined) return null;
  return rules.data.hasPassword ? <PasswordForm policy={rules.data.policy} /> : <p>{text('elsewhere')}</p>;
}
