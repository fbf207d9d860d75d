import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createToken, listTokens, revokeToken, type ApiToken } from '#schemas/token/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useRefresh } from '#web/kernel/query/use-refresh.ts';
import { permissionName } from '#web/kernel/permission/permission-name.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { RevocableTokens, RevokeButton } from '#web/kernel/token/RevocableTokens.tsx';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { DisplayTokenDialog } from './DisplayTokenDialog.tsx';
import { TokenFormDialog } from './TokenFormDialog.tsx';
import { IssuedTokenDialog, type ShownToken } from './IssuedTokenDialog.tsx';
import { useTokenTexts } from './texts/en.ts';

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
    token.lastUsedAt === null ? (
      text('neverUsed')
    ) : (
      <TimeIn
        at={token.lastUsedAt}
        sentence={(when) => text('used', { when, address: token.lastUsedAddress ?? '' })}
      />
    );
  return (
    <li>
      <div>
        <strong>
          {token.name} {token.display && <Tag>{text('display')}</Tag>}{' '}
          {isOver && <Tag tone="bad">{text('over')}</Tag>}
        </strong>
        {!token.display && (
          <span>
            {token.permissions.map((permission) => permissionName(permission, language)).join(' · ')}
          </span>
        )}
        <span>{names}</span>
        <span className="tt-own-agent">
          <TimeIn at={token.expiresAt} sentence={(date) => text(isOver ? 'expired' : 'expires', { date })} />{' '}
          · {used}
        </span>
      </div>
      <RevokeButton name={token.name} onClick={onRevoke} />
    </li>
  );
}

function TokenList({ tokens }: { readonly tokens: readonly ApiToken[] }) {
  const text = useTokenTexts();
  return (
    <RevocableTokens<ApiToken> revoke={(id) => call(revokeToken, { params: { id } })} touches={[listTokens]}>
      {(choose) => (
        <>
          {tokens.length === 0 && <p>{text('none')}</p>}
          <ul className="tt-own-sessions" aria-label={text('title')}>
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} onRevoke={() => choose(token)} />
            ))}
          </ul>
        </>
      )}
    </RevocableTokens>
  );
}

/** The user's own API tokens. */
export function OwnTokens() {
  const text = useTokenTexts();
  const language = useLanguage();
  const refresh = useRefresh(listTokens);
  const [making, setMaking] = useState<'token' | 'display'>();
  const [shown, setShown] = useState<ShownToken>();
  const tokens = useQuery(routeQuery(listTokens));
  const disabledReason = useDisabledReason(createToken);
  const displayReason = useDisabledReason({ needs: 'ALERT.read', method: 'GET' });
  const onClose = () => setMaking(undefined);
  const onMade = (made: ShownToken) => {
    setShown(made);
    void refresh();
  };
  return (
    <>
      <p>{text('hint')}</p>
      {tokens.error !== null && <Banner tone="bad">{sentenceOf(tokens.error, language)}</Banner>}
      {tokens.data !== undefined && <TokenList tokens={tokens.data.tokens} />}
      <div className="tt-own-actions">
        <Button kind="primary" disabledReason={disabledReason} onClick={() => setMaking('token')}>
          {text('make')}
        </Button>
        <Button disabledReason={displayReason} onClick={() => setMaking('display')}>
          {text('makeDisplay')}
        </Button>
        <Link className="tt-button" data-kind="secondary" to="/wall">
          {text('openWall')}
        </Link>
        <Link className="tt-button" data-kind="secondary" to="/reference">
          {text('reference')}
        </Link>
      </div>
      {making === 'token' && <TokenFormDialog onMade={onMade} onClose={onClose} />}
      {making === 'display' && <DisplayTokenDialog onMade={onMade} onClose={onClose} />}
      {shown !== undefined && <IssuedTokenDialog shown={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
