import { revokeUserToken, type UserToken } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { RevocableTokens, RevokeButton } from '#web/kernel/token/RevocableTokens.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { userTouches, useUserTokens } from './user-queries.ts';
import { useUserTexts } from './texts/en.ts';
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
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Time at={expiresAt} />
      </td>
      <td>
        {lastUsedAt === null ? text('never') : <Time at={lastUsedAt} />}
        {lastUsedAddress !== null && <div className="tt-muted">{lastUsedAddress}</div>}
      </td>
      <td>
        <RevokeButton name={name} disabledReason={disabledReason} onClick={onRevoke} />
      </td>
    </tr>
  );
}

function TokenTable({ user, tokens }: { readonly user: User; readonly tokens: readonly UserToken[] }) {
  const text = useUserTexts();
  const missing = useDisabledReason(revokeUserToken);
  const disabledReason = missing ?? (user.exceedsOwn ? text('exceedsOwn') : undefined);
  if (tokens.length === 0) return <p className="tt-muted">{text('noTokens')}</p>;
  return (
    <div className="tt-user-rights">
      <RevocableTokens<UserToken>
        revoke={(id) => call(revokeUserToken, { params: { id } })}
        touches={userTouches}
      >
        {(choose) => (
          <table className="tt-plain-table">
            <caption className="tt-hidden">{text('tokens')}</caption>
            <thead>
              <tr>
                <th scope="col">{text('token')}</th>
                <th scope="col">{text('tokenEnds')}</th>
                <th scope="col">{text('tokenUsed')}</th>
                <th scope="col">
                  <span className="tt-hidden">{text('tokenActions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {tokens.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  disabledReason={disabledReason}
                  onRevoke={() => choose(token)}
                />
              ))}
            </tbody>
          </table>
        )}
      </RevocableTokens>
    </div>
  );
}

/** API tokens of a user, for an administrator who has to revoke one. */
export function UserTokens({ user }: { readonly user: User }) {
  const text = useUserTexts();
  const language = useLanguage();
  const tokens = useUserTokens(user.id);
  return (
    <Panel label={text('tokens')} state={panelStateOf(tokens, language)}>
      {tokens.data !== undefined && <TokenTable user={user} tokens={tokens.data.tokens} />}
    </Panel>
  );
}
