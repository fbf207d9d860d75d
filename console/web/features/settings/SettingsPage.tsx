import type { ReactNode } from 'react';
import { readAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { readProviderBrand } from '#schemas/brand/routes.ts';
import { listAgents } from '#schemas/settings/agent/routes.ts';
import { readIframeWhitelist } from '#schemas/settings/iframe/iframe.ts';
import { readLivewire } from '#schemas/settings/livewire/routes.ts';
import { readLicense } from '#schemas/settings/license/routes.ts';
import { listAlarmMails } from '#schemas/settings/mail/routes.ts';
import { readSamlSettings, testSamlAssertion } from '#schemas/settings/saml/routes.ts';
import { listOidcProviders } from '#schemas/settings/oidc/routes.ts';
import { readSdwanSetting } from '#schemas/settings/sdwan/sdwan.ts';
import { listSnmpCredentials } from '#schemas/settings/snmp/credential-routes.ts';
import { listTrapReceivers } from '#schemas/settings/snmp/routes.ts';
import { listWebhooks } from '#schemas/settings/webhook/routes.ts';
import { FailingTargets } from '#web/kernel/notification/FailingTargets.tsx';
import { healthCalls } from '#web/kernel/notification/target-health-queries.ts';
import { missingPermission, type PermissionCall } from '#web/kernel/permission/missing-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { RefusedPage } from '#web/kernel/shell/MessagePage.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { AgentTab } from './agent/AgentTab.tsx';
import { AnnouncementTab } from './announcement/AnnouncementTab.tsx';
import { BrandTab } from './brand/BrandTab.tsx';
import { IframeTab } from './iframe/IframeTab.tsx';
import { LivewireTab } from './livewire/LivewireTab.tsx';
import { LicenseTab } from './license/LicenseTab.tsx';
import { MailTab } from './mail/MailTab.tsx';
import { ServerBar } from './smtp/ServerBar.tsx';
import { OidcTab } from './oidc/OidcTab.tsx';
import { TargetsTab } from './overview/TargetsTab.tsx';
import { AssertionTestTab } from './saml/AssertionTestTab.tsx';
import { SamlTab } from './saml/SamlTab.tsx';
import { settingsGroups, settingsTabs, type SettingsTab, useSettingsSearch } from './settings-search.ts';
import { SdwanTab } from './sdwan/SdwanTab.tsx';
import { CredentialTab } from './snmp/CredentialTab.tsx';
import { TrapTab } from './snmp/TrapTab.tsx';
import { useSettingsTexts } from './texts/en.ts';
import { WebhookTab } from './webhook/WebhookTab.tsx';
import './settings.css';
import './target/target.css';
import './saml/saml.css';

/** The tabs with their first call, whose contract states the permission to open the tab; of several, any one. */
const tabs: Readonly<
  Record<
    SettingsTab,
    { readonly opens: PermissionCall | readonly PermissionCall[]; readonly content: ReactNode }
  >
> = {
  saml: { opens: readSamlSettings, content: <SamlTab /> },
  'saml-test': { opens: testSamlAssertion, content: <AssertionTestTab /> },
  oidc: { opens: listOidcProviders, content: <OidcTab /> },
  livewire: { opens: readLivewire, content: <LivewireTab /> },
  agents: { opens: listAgents, content: <AgentTab /> },
  sdwan: { opens: readSdwanSetting, content: <SdwanTab /> },
  iframe: { opens: readIframeWhitelist, content: <IframeTab /> },
  announcement: { opens: readAnnouncement, content: <AnnouncementTab /> },
  brand: { opens: readProviderBrand, content: <BrandTab /> },
  license: { opens: readLicense, content: <LicenseTab /> },
  targets: { opens: Object.values(healthCalls), content: <TargetsTab /> },
  snmp: { opens: listSnmpCredentials, content: <CredentialTab /> },
  traps: { opens: listTrapReceivers, content: <TrapTab /> },
  smtp: { opens: listAlarmMails, content: <MailTab above={<ServerBar />} /> },
  webhooks: { opens: listWebhooks, content: <WebhookTab /> },
};

const groupOf = (tab: SettingsTab): number =>
  settingsGroups.findIndex((group) => group.some((one) => one === tab));

/** The platform settings, with the tabs that the user can read. */
export function SettingsPage() {
  const text = useSettingsTexts();
  const { search, choose } = useSettingsSearch();
  const session = useSession();
  const open = settingsTabs.filter((tab) =>
    [tabs[tab].opens].flat().some((call) => missingPermission(session, call) === undefined),
  );
  const chosen = open.find((tab) => tab === search.tab) ?? open[0];
  if (chosen === undefined) return <RefusedPage />;
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      {chosen !== 'targets' && <FailingTargets />}
      <Tabs
        page
        label={text('tabs')}
        chosen={chosen}
        onChoose={(id) => choose(settingsTabs.find((tab) => tab === id) ?? 'snmp')}
        tabs={open.map((id) => ({ id, label: text(id), content: tabs[id].content, group: groupOf(id) }))}
      />
    </div>
  );
}
