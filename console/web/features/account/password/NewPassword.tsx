import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PasswordPolicy } from '#schemas/account/password-policy.ts';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { passwordRules, type RuleState } from './password-rules.ts';
import { useAccountTexts } from '../texts/en.ts';
import { usePasswordCheck } from './use-password-check.ts';

interface Props {
  readonly policy: PasswordPolicy;
  readonly username: string;
  readonly password: string;
  readonly confirmation: string;
  /** Inputs marked as missing. */
  readonly missing: readonly ('newPassword' | 'confirmation')[];
  /** The server's problem with the last submit. */
  readonly problem: unknown;
  readonly onPassword: (value: string) => void;
  readonly onConfirmation: (value: string) => void;
}

const icons: Record<RuleState, ReactNode> = {
  met: <IconCircleCheck size={16} aria-hidden="true" />,
  broken: <IconCircleX size={16} aria-hidden="true" />,
  open: <IconCircle size={16} aria-hidden="true" />,
};
const words = { met: 'ruleMet', broken: 'ruleBroken', open: 'ruleOpen' } as const;

/** A new password, typed twice, with live rule checks. The layout does not move while they change. */
export function NewPassword(props: Props) {
  const { policy, password, confirmation, missing, onPassword, onConfirmation } = props;
  const text = useAccountTexts();
  const stateOf = usePasswordCheck(props);
  return (
    <>
      <PasswordField
        label={text('newPassword')}
        autoComplete="new-password"
        value={password}
        error={missing.includes('newPassword') ? text('newPasswordMissing') : undefined}
        onChange={onPassword}
      />
      <PasswordField
        label={text('confirmation')}
        autoComplete="new-password"
        value={confirmation}
        error={missing.includes('confirmation') ? text('confirmationMissing') : undefined}
        onChange={onConfirmation}
      />
      <ul className="tt-password-rules" aria-label={text('rules')}>
        {passwordRules(policy, text).map((rule) => {
          const state = stateOf(rule);
          return (
            <li key={rule.codes[0]} data-state={state}>
              {icons[state]}
              <span>{rule.text}</span>
              <span className="tt-hidden">{` (${text(words[state])})`}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
