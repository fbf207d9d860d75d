import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createToken, listTokens, revokeToken } from '#schemas/token/routes.ts';
import type { ApiToken } from '#schemas/token/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatDate, formatMoment } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { TokenFormDialog } from './TokenFormDialog.tsx';
import { TokenShown } from './TokenShown.tsx';
import type { ShownToken } from './TokenShown.tsx';
import { useTokenTexts } from './use-token-texts.ts';

const queryKey = ['own-account', 'tokens'];

function TokenItem({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const text = useTokenTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const isOver = token.expiresAt <= useNow();
  const names =
    token.customers === 'all'
      ? text('allCustomers')
      : token.customers
          .map((id) => customers.find((customer) => customer.id === id)?.name ?? String(id))
          .join(', ');
  const used =
    token.lastUsedAt === null
      ? text('neverUsed')
      : text('used', {
          when: formatMoment(token.lastUsedAt, language),
          address: token.lastUsedAddress ?? '',
        });
  return (
    <li>
      <div>
        <strong>
          {token.name} {isOver && <Tag tone="bad">{text('over')}</Tag>}
        </strong>
        <span>{token.permissions.map((permission) => permissionName(permission, language)).join(' · ')}</span>
        <span>{names}</span>
        <span className="tt-own-agent">
          {text('expires', { date: formatDate(token.expiresAt, language) })} · {used}
        </span>
      </div>
      <Button aria-label={text('revokeNamed', { name: token.name })} onClick={onRevoke}>
        {text('revoke')}
      </Button>
    </li>
  );
}

function useRevoking() {
  const text = useTokenTexts();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ApiToken) => call(revokeToken, { params: { id } }),
    onSuccess: (_, { name }) => showToast({ text: text('revoked', { name }) }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

function TokenList({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const text = useTokenTexts();
  const language = useLanguage();
  const revoking = useRevoking();
  const [asked, setAsked] = useState<ApiToken>();
  const revoke = () => {
    if (asked !== undefined) revoking.mutate(asked);
    setAsked(undefined);
  };
  return (
    <>
      {revoking.error !== null && <Banner tone="bad">{sentenceOf(revoking.error, language)}</Banner>}
      {tokens.length === 0 && <p>{text('none')}</p>}
      <ul className="tt-own-sessions" aria-label={text('title')}>
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </ul>
      <ConfirmDialog
        title={text('revokeTitle', { name: asked?.name ?? '' })}
        consequence={text('revokeConsequence')}
        action={text('revoke')}
        open={asked !== undefined}
        onConfirm={revoke}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

/** Tokens for programs that act in one's own name. */
export function OwnTokens() {
  const text = useTokenTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [shown, setShown] = useState<ShownToken>();
  const tokens = useQuery({ queryKey, queryFn: ({ signal }) => call(listTokens, { signal }) });
  const disabledReason = useDisabledReason(createToken);
  return (
    <>
      <p>{text('hint')}</p>
      {tokens.error !== null && <Banner tone="bad">{sentenceOf(tokens.error, language)}</Banner>}
      {tokens.data !== undefined && <TokenList tokens={tokens.data.tokens} />}
      <div className="tt-own-actions">
        <Button kind="primary" disabledReason={disabledReason} onClick={() => setMaking(true)}>
          {text('make')}
        </Button>
        <Link className="tt-button" data-kind="secondary" to="/reference">
          {text('reference')}
        </Link>
      </div>
      {isMaking && (
        <TokenFormDialog
          onMade={(made) => {
            setShown(made);
            void queries.invalidateQueries({ queryKey });
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {shown !== undefined && <TokenShown shown={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
