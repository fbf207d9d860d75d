import { deleteProfile, setDefaultProfile, type Profile } from '#schemas/profile/routes.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useListAction } from '#web/kernel/api/use-list-action.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { useCustomerSearch } from './customer-search.ts';
import { useProfiles, useRefreshCustomers } from './customer-queries.ts';
import { useCustomerTexts } from './use-customer-texts.ts';
import './customer.css';

function ProfileItem({ profile }: { readonly profile: Profile }) {
  const text = useCustomerTexts();
  const language = useLanguage();
  const { change } = useCustomerSearch();
  const act = useListAction(useRefreshCustomers());
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
        {!isDefault && (
          <Button
            kind="quiet"
            disabledReason={every}
            onClick={() =>
              act(() => call(setDefaultProfile, { params: { id } }), text('isDefault', { name }))
            }
          >
            {text('makeDefault')}
          </Button>
        )}
        <Button disabledReason={disabledReason} onClick={() => change({ edit: String(id) })}>
          {text('edit')}
        </Button>
        <Button disabledReason={frozen ?? disabledReason} onClick={() => change({ remove: id })}>
          {text('delete')}
        </Button>
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
  const act = useListAction(useRefreshCustomers());
  const removed = profiles.data?.find(({ id }) => id === search.remove);
  const close = () => change({ remove: undefined });
  return (
    <Panel label={text('profiles')} state={panelStateOf(profiles, language)}>
      <ul className="tt-profile-list" aria-label={text('profiles')}>
        {profiles.data?.map((profile) => (
          <ProfileItem key={profile.id} profile={profile} />
        ))}
      </ul>
      {removed !== undefined && (
        <ConfirmDialog
          open
          title={text('profileDeleteTitle', { name: removed.name })}
          consequence={text('profileDeleteConsequence', { count: removed.customers })}
          action={text('delete')}
          onClose={close}
          onConfirm={() => {
            close();
            const { id, name } = removed;
            act(() => call(deleteProfile, { params: { id } }), text('wasDeleted', { name }));
          }}
        />
      )}
    </Panel>
  );
}
