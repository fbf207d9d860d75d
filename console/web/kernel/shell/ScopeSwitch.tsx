import { Link } from '@tanstack/react-router';
import { ConsoleScope } from '#schemas/account/routes.ts';
import { useKernelTexts } from '../text/en.ts';
import { useShellContext } from './use-shell-context.ts';

/** Customer, cross-customer, administration: the scopes with a page for this user. */
export function ScopeSwitch() {
  const text = useKernelTexts();
  const { session, scope, menuOf } = useShellContext();
  const scopes = ConsoleScope.options.flatMap((each) => {
    const first = menuOf(each)[0];
    return session.scopes.includes(each) && first !== undefined ? [{ scope: each, route: first.route }] : [];
  });
  return (
    <nav className="tt-scopes" aria-label={text('scope')}>
      {scopes.map((each) => (
        <Link
          key={each.scope}
          to={each.route as '/alert'}
          className="tt-scope"
          aria-current={each.scope === scope ? 'true' : undefined}
        >
          {text(`scope-${each.scope}`)}
        </Link>
      ))}
    </nav>
  );
}
