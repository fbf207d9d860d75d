import { IconPencil, IconStar } from '@tabler/icons-react';
import { createProfile, deleteProfile, setDefaultProfile, type Profile } from '#schemas/profile/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { RemovalDialog } from '#web/kernel/list/RemovalDialog.tsx';
import { useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { RowActions } from '#web/ui/menu/RowActions.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useCustomerSearch } from './customer-search.ts';
import { customerTouches, useProfiles } from './customer-queries.ts';
import { useCustomerTexts } from './texts/en.ts';
import './customer.css';

function ProfileItem({ profile }: { readonly profile: Profile }) {
  const text = useCustomerTexts();
  const resource = useResourceTexts();
  const language = useLanguage();
  const { change } = useCustomerSearch();
  const { run } = useRouteAction(setDefaultProfile, { touches: customerTouches });
  const missing = useDisabledReason(deleteProfile);
  const disabledReason = useReachReason()(profile) ?? missing;
  const every = useDisabledReason(setDefaultProfile);
  const { id, name, isDefault, customers } = profile;
  const frozen = isDefault ? problemText('PROFILE_DEFAULT_FROZEN', language) : undefined;
  return (
    <li className="tt-profile" aria-label={name}>
      <span className="tt-ellipsis">{name}</span>
      {isDefault && <Tag>{text('default')}</Tag>}
      <span className="tt-muted">{text('count', { count: customers })}</span>
      <div className="tt-profile-end">
        <RowActions
          name={name}
          primary={{
            label: resource('editOf', { name }),
            icon: <IconPencil size={15} />,
            disabledReason,
            run: () => change({ edit: String(id) }),
          }}
          items={[
            {
              is: 'action',
              label: text('makeDefault'),
              icon: <IconStar size={15} />,
              disabledReason: isDefault ? text('isDefaultNow') : every,
              run: () => run({ params: { id } }, { done: text('isDefault', { name }) }),
            },
            ...rowItems(resource).remove(() => change({ remove: id }), frozen ?? disabledReason),
          ]}
        />
      </div>
    </li>
  );
}

/** Customer profiles: groups of customers for users and shared templates. */
export function ProfilesTab() {
  const text = useCustomerTexts();
  const language = useLanguage();
  const profiles = useProfiles();
  const { search, change } = useCustomerSearch();
  const removed = profiles.data?.find(({ id }) => id === search.remove);
  const close = () => change({ remove: undefined });
  const disabledReason = useDisabledReason(createProfile);
  const none: PanelState = {
    is: 'empty',
    title: text('noProfiles'),
    hint: text('noProfilesHint'),
    add: { disabledReason, run: () => change({ edit: 'new' }) },
  };
  const state = profiles.data?.length === 0 ? none : panelStateOf(profiles, language);
  return (
    <Panel label={text('profiles')} state={state}>
      <ul className="tt-profile-list" aria-label={text('profiles')}>
        {profiles.data?.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
      {removed !== undefined && (
        <RemovalDialog
          route={deleteProfile}
          args={{ params: { id: removed.id } }}
          touches={customerTouches}
          title={text('profileDeleteTitle', { name: removed.name })}
          consequence={text('profileDeleteConsequence', { count: removed.customers })}
          action={text('delete')}
          done={text('wasDeleted', { name: removed.name })}
          onClose={close}
        />
      )}
    </Panel>
  );
}
