import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { sentenceOf } from '../api/api-problem.ts';
import { useTokenRevocationTexts } from './texts/en.ts';

interface RevocableToken {
  readonly id: number;
  readonly name: string;
}

interface ButtonProps {
  readonly name: string;
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
}

export function RevokeButton({ name, disabledReason, onClick }: ButtonProps) {
  const text = useTokenRevocationTexts();
  return (
    <Button aria-label={text('revokeNamed', { name })} disabledReason={disabledReason} onClick={onClick}>
      {text('revoke')}
    </Button>
  );
}

interface Props<Token extends RevocableToken> {
  readonly revoke: (id: number) => Promise<unknown>;
  readonly refresh: () => unknown;
  /** The list; it calls `ask` for the token to revoke. */
  readonly children: (ask: (token: Token) => void) => ReactNode;
}

/** A list of API tokens that can be revoked: asks first and reports the outcome. */
export function RevocableTokens<Token extends RevocableToken>({ revoke, refresh, children }: Props<Token>) {
  const text = useTokenRevocationTexts();
  const language = useLanguage();
  const [asked, setAsked] = useState<Token>();
  const revocation = useMutation({
    mutationFn: ({ id }: Token) => revoke(id),
    onSuccess: (_, { name }) => showToast({ text: text('revoked', { name }) }),
    onSettled: refresh,
  });
  const confirm = () => {
    if (asked !== undefined) revocation.mutate(asked);
    setAsked(undefined);
  };
  return (
    <>
      {revocation.error !== null && <Banner tone="bad">{sentenceOf(revocation.error, language)}</Banner>}
      {children(setAsked)}
      <ConfirmDialog
        title={text('revokeTitle', { name: asked?.name ?? '' })}
        consequence={text('revokeConsequence')}
        action={text('revoke')}
        open={asked !== undefined}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}
