import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { can } from '#schemas/permission/grants.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PanelMessage } from '#web/ui/PanelMessage.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { AnnouncementTab } from './announcement/AnnouncementTab.tsx';
import { AssertionTestTab } from './saml/AssertionTestTab.tsx';
import { SamlTab } from './saml/SamlTab.tsx';
import type { en } from './texts/en.ts';
import { useSettingsTexts } from './use-settings-texts.ts';
import './settings.css';

const route = getRouteApi('/shell/mt/settings');

interface SettingsTab {
  readonly id: keyof typeof en & `tab-${string}`;
  readonly needs: Permission;
  readonly content: ReactNode;
}

/** In the order of the specification. */
const tabs: readonly SettingsTab[] = [
  { id: 'tab-saml', needs: 'SETTINGS.SAML.read', content: <SamlTab /> },
  { id: 'tab-saml-test', needs: 'SETTINGS.SAML.write', content: <AssertionTestTab /> },
  { id: 'tab-announcement', needs: 'SETTINGS.ANNOUNCEMENT.read', content: <AnnouncementTab /> },
];

/** Platform settings: a tab for each part that the user may read. */
export function SettingsPage() {
  const text = useSettingsTexts();
  const held = new Set(useSession().permissions);
  const { tab } = route.useSearch();
  const navigate = useNavigate({ from: '/mt/settings' });
  const open = tabs.filter(({ needs }) => can(held, needs));
  const chosen = open.find(({ id }) => id === `tab-${tab ?? ''}`) ?? open[0];
  const choose = (id: string) =>
    void navigate({ search: (now) => ({ ...now, tab: id.replace('tab-', '') }), replace: true });
  return (
    <div className="tt-page tt-settings">
      <PageHeader title={text('title')} />
      {chosen === undefined ? (
        <PanelMessage state={{ is: 'empty', title: text('noTab') }} />
      ) : (
        <Tabs
          label={text('title')}
          chosen={chosen.id}
          onChoose={choose}
          tabs={open.map(({ id, content }) => ({ id, content, label: text(id) }))}
        />
      )}
    </div>
  );
}
