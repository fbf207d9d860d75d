import type { ReactNode } from 'react';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { AnnouncementTab } from './announcement/AnnouncementTab.tsx';
import { MailTab } from './MailTab.tsx';
import { AssertionTestTab } from './saml/AssertionTestTab.tsx';
import { SamlTab } from './saml/SamlTab.tsx';
import { settingsTabs, type SettingsTab } from './settings-search.ts';
import { TrapTab } from './TrapTab.tsx';
import { useSettingsSearch } from './use-settings-search.ts';
import { useSettingsTexts } from './use-settings-texts.ts';
import { WebhookTab } from './WebhookTab.tsx';
import './settings.css';
import './target.css';
import './saml/saml.css';

const tabs: Readonly<Record<SettingsTab, { readonly needs: Permission; readonly content: ReactNode }>> = {
  saml: { needs: 'SETTINGS.SAML.read', content: <SamlTab /> },
  'saml-test': { needs: 'SETTINGS.SAML.write', content: <AssertionTestTab /> },
  announcement: { needs: 'SETTINGS.ANNOUNCEMENT.read', content: <AnnouncementTab /> },
  snmp: { needs: 'SETTINGS.SNMP.read', content: <TrapTab /> },
  smtp: { needs: 'SETTINGS.SMTP.read', content: <MailTab /> },
  webhooks: { needs: 'SETTINGS.WEBHOOK.read', content: <WebhookTab /> },
};

/** The platform settings: the tabs that the user may read. */
export function SettingsPage() {
  const text = useSettingsTexts();
  const { search, choose } = useSettingsSearch();
  const { permissions, everyCustomer } = useSession();
  const language = useLanguage();
  const held = new Set(permissions);
  const open = everyCustomer ? settingsTabs.filter((tab) => can(held, tabs[tab].needs)) : [];
  const empty = everyCustomer
    ? { title: text('noTab'), hint: text('noTabHint') }
    : { title: text('everyCustomerOnly'), hint: problemText('EVERY_CLIENT_NEEDED', language) };
  const chosen = open.find((tab) => tab === search.tab) ?? open[0];
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      {chosen === undefined ? (
        <Panel label={text('title')} state={{ is: 'empty', ...empty }}>
          {null}
        </Panel>
      ) : (
        <Tabs
          page
          label={text('tabs')}
          chosen={chosen}
          onChoose={(id) => choose(settingsTabs.find((tab) => tab === id) ?? 'snmp')}
          tabs={open.map((id) => ({ id, label: text(id), content: tabs[id].content }))}
        />
      )}
    </div>
  );
}
