import { useState, type ReactNode } from 'react';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { sentenceOf } from '../api/api-problem.ts';
import type { QueryTarget } from '../query/route-query.ts';
import { shownInPlace, useAction } from '../query/use-route-action.ts';
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
  /** Queries of the list. */
  readonly touches: readonly QueryTarget[];
  /** The list; it calls `choose` for the token to revoke. */
  readonly children: (choose: (token: Token) => void) => ReactNode;
}

/** A list of API tokens that can be revoked: requires confirmation and reports the outcome. */
export function RevocableTokens<Token extends RevocableToken>({ revoke, touches, children }: Props<Token>) {
  const text = useTokenRevocationTexts();
  const language = useLanguage();
  const [chosen, setChosen] = useState<Token>();
  const { run, problem } = useAction(touches);
  const confirm = () => {
    if (chosen !== undefined) {
      const { id, name } = chosen;
      run(() => revoke(id), { done: text('revoked', { name }), onProblem: shownInPlace });
    }
    setChosen(undefined);
  };
  return (
    <>
      {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {children(setChosen)}
      <ConfirmDialog
        title={text('revokeTitle', { name: chosen?.name ?? '' })}
        consequence={text('revokeConsequence')}
        action={text('revoke')}
        open={chosen !== undefined}
        onConfirm={confirm}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
}
