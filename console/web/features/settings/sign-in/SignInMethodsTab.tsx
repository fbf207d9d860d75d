import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAuthProviders } from '#schemas/account/sign-in-methods.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useRuleTexts } from './texts/en.ts';

/** The sign-in methods currently offered. */
export function SignInMethodsTab() {
  const text = useRuleTexts();
  const language = useLanguage();
  const canSeeSaml = usePermission('SETTINGS.SAML.read');
  const methods = useQuery(routeQuery(listAuthProviders));
  return (
    <Panel label={text('tab-methods')} state={panelStateOf(methods, language)}>
      <div className="tt-form-page">
        <p className="tt-muted">{text('methodsHint')}</p>
        <ul className="tt-rules-roles" aria-label={text('tab-methods')}>
          {methods.data?.providers.map(({ kind, name }) => (
            <li key={`${kind} ${name}`}>
              <strong>{kind === 'internal' ? text('internal') : name}</strong>{' '}
              <Tag tone="accent">{text(`kind-${kind}`)}</Tag>
            </li>
          ))}
        </ul>
        {canSeeSaml && (
          <div>
            <Link className="tt-button" data-kind="secondary" to="/mt/settings" search={{ tab: 'saml' }}>
              {text('toSaml')}
            </Link>{' '}
            <Link className="tt-button" data-kind="secondary" to="/mt/settings" search={{ tab: 'oidc' }}>
              {text('toOidc')}
            </Link>
          </div>
        )}
      </div>
    </Panel>
  );
}
