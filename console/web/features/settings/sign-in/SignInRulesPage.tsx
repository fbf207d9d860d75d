import { Link } from '@tanstack/react-router';
import { RefusedPage } from '#web/kernel/shell/MessagePage.tsx';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { FactorTab } from './FactorTab.tsx';
import { PolicyTab } from './PolicyTab.tsx';
import { useSignInRulesSearch } from './sign-in-rules-search.ts';
import { TermsTab } from './TermsTab.tsx';
import { useRuleTexts } from './texts/en.ts';
import { SignInMethodsTab } from './SignInMethodsTab.tsx';
import './rules.css';

const ids = ['policy', 'factor', 'terms', 'methods'] as const;
const contents = {
  policy: <PolicyTab />,
  factor: <FactorTab />,
  terms: <TermsTab />,
  methods: <SignInMethodsTab />,
};

/** Rules for passwords and locks, second factors, terms and conditions, and sign-in methods. */
export function SignInRulesPage() {
  const text = useRuleTexts();
  const { search, change } = useSignInRulesSearch();
  const isOpen = usePermission('USER.read');
  if (!isOpen) return <RefusedPage />;
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        actions={
          <Link className="tt-button" data-kind="secondary" to="/mt/user">
            {text('toUsers')}
          </Link>
        }
      />
      <Tabs
        page
        label={text('title')}
        chosen={ids.find((id) => id === search.tab) ?? 'policy'}
        onChoose={(id) => change({ tab: id })}
        tabs={ids.map((id) => ({ id, label: text(`tab-${id}`), content: contents[id] }))}
      />
    </div>
  );
}
