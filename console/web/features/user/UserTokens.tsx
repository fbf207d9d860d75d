import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { revokeUserToken } from '#schemas/user/routes.ts';
import type { UserToken } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelOf } from '#web/kernel/api/panel-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { formatDate, formatMoment } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useRefreshUsers, useUserTokens } from './use-users.ts';
import { useUserTexts } from './use-user-texts.ts';
import './user.css';

interface RowProps {
  readonly token: UserToken;
  readonly disabledReason: string | undefined;
  readonly onRevoke: () => void;
}

function TokenRow({
  token: { name, expiresAt, lastUsedAt, lastUsedAddress },
  disabledReason,
  onRevoke,
}: RowProps) {
  const text = useUserTexts();
  const language = useLanguage();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{formatDate(expiresAt, language)}</td>
      <td>
        {lastUsedAt === null ? text('never') : formatMoment(lastUsedAt, language)}
        {lastUsedAddress !== null && <div className="tt-muted">{lastUsedAddress}</div>}
      </td>
      <td>
        <Button aria-label={text('revokeNamed', { name })} disabledReason={disabledReason} onClick={onRevoke}>
          {text('revoke')}
        </Button>
      </td>
    </tr>
  );
}

function useRevoking() {
  const text = useUserTexts();
  const refresh = useRefreshUsers();
  return useMutation({
    mutationFn: ({ id }: UserToken) => call(revokeUserToken, { params: { id } }),
    onSuccess: (_, { name }) => showToast({ text: text('tokenRevoked', { name }) }),
    onSettled: refresh,
  });
}

function TokenTable({ user, tokens }: { readonly user: User; readonly tokens: readonly UserToken[] }) {
  const text = useUserTexts();
  const language = useLanguage();
  const revoking = useRevoking();
  const right = useDisabledReason(revokeUserToken);
  const [asked, setAsked] = useState<UserToken>();
  const disabledReason = right ?? (user.beyondOwn ? text('beyondOwn') : undefined);
  const revoke = () => {
    if (asked !== undefined) revoking.mutate(asked);
    setAsked(undefined);
  };
  if (tokens.length === 0) return <p className="tt-muted">{text('noTokens')}</p>;
  return (
    <div className="tt-user-rights">
      {revoking.error !== null && <Banner tone="bad">{sentenceOf(revoking.error, language)}</Banner>}
      <table className="tt-plain-table">
        <caption className="tt-hidden">{text('tokens')}</caption>
        <thead>
          <tr>
            <th scope="col">{text('token')}</th>
            <th scope="col">{text('tokenEnds')}</th>
            <th scope="col">{text('tokenUsed')}</th>
            <th scope="col">
              <span className="tt-hidden">{text('revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              disabledReason={disabledReason}
              onRevoke={() => setAsked(token)}
            />
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        title={text('revokeTitle', { name: asked?.name ?? '' })}
        consequence={text('revokeConsequence')}
        action={text('revoke')}
        open={asked !== undefined}
        onConfirm={revoke}
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}

/** Tokens by which programs act in the name of a user, for who has to stop one. */
export function UserTokens({ user }: { readonly user: User }) {
  const text = useUserTexts();
  const language = useLanguage();
  const tokens = useUserTokens(user.id);
  return (
    <Panel label={text('tokens')} state={panelOf(tokens, language)}>
      {tokens.data !== undefined && <TokenTable user={user} tokens={tokens.data.tokens} />}
    </Panel>
  );
}
