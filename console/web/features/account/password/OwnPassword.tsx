import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, readPasswordRules } from '#schemas/account/password-routes.ts';
import type { PasswordPolicy } from '#schemas/account/password-policy.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
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
  const { run, isPending, problem } = useRouteAction(changePassword, { touches: [] });
  const missing = {
    newPassword: entered.password === '',
    confirmation: entered.confirmation === '',
    current: entered.current === '',
  };
  const submit = () => {
    const isComplete = Object.values(missing).every((each) => !each);
    setPointed(!isComplete);
    if (isComplete)
      run(
        { body: entered },
        { done: text('passwordChanged'), onDone: () => setEntered(blank), onProblem: shownInPlace },
      );
  };
  const pointed = (['newPassword', 'confirmation'] as const).filter((name) => isPointed && missing[name]);
  return (
    <Form
      label={text('changePassword')}
      onSubmit={submit}
      actions={
        <Button kind="primary" type="submit" busy={isPending}>
          {text('changePassword')}
        </Button>
      }
    >
      {problem !== null && !isRejectedInput(problem) && (
        <Banner tone="bad">{sentenceOf(problem, language)}</Banner>
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
        problem={problem}
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
  const rules = useQuery(routeQuery(readPasswordRules));
  if (rules.error !== null) return <Banner tone="bad">{sentenceOf(rules.error, language)}</Banner>;
  if (rules.data === undefined) return null;
  return rules.data.hasPassword ? <PasswordForm policy={rules.data.policy} /> : <p>{text('elsewhere')}</p>;
}
