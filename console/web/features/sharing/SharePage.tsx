import { useState } from 'react';
import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import type { QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useReachReason } from '#web/kernel/permission/use-reach-reason.ts';
import { OwnerDialog } from '#web/kernel/resource/OwnerDialog.tsx';
import { ShareDialog } from '#web/kernel/resource/ShareDialog.tsx';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ProfileList } from './ProfileList.tsx';
import { ProfileConfirmation } from './ProfileConfirmation.tsx';
import { useSharing, type SharedTemplate } from './sharing-queries.ts';
import { useSharingSearch } from './sharing-search.ts';
import { useSharingTexts } from './texts/en.ts';
import { useTemplateColumns } from './use-template-columns.tsx';
import './sharing.css';

type Profile = ShareTargets['profiles'][number];

const idOf = ({ kind, id }: SharedTemplate): string => `${kind} ${String(id)}`;
const nameOf = ({ name }: SharedTemplate): string => name;

const searchedText = ({ name }: SharedTemplate): readonly string[] => [name];

type OpenDialog = { readonly is: 'profile' | 'dialog' | 'owner'; readonly template: SharedTemplate };

interface TemplatesProps {
  readonly profile: Profile;
  readonly templates: readonly SharedTemplate[];
  readonly query: QueryState;
}

/** The templates, with those shared with one profile. */
function Templates({ profile, templates, query }: TemplatesProps) {
  const text = useSharingTexts();
  const { search, change } = useSharingSearch();
  const { shown, state } = useListPanel({
    query,
    rows: templates,
    q: search.q,
    textsOf: searchedText,
    change,
    empty: { title: text('noTemplates'), hint: text('noTemplatesHint') },
  });
  const [dialog, setDialog] = useState<OpenDialog>();
  const { guard, prompt } = useOwnership();
  const openDialog = (is: OpenDialog['is']) => (template: SharedTemplate) =>
    guard(template, () => setDialog({ is, template }));
  const close = () => setDialog(undefined);
  const missing = useDisabledReason({ ...sharingRoutes.cockpit.share, needs: 'signed-in' });
  const reachReason = useReachReason();
  const columns = useTemplateColumns({
    profile: profile.id,
    disabledReasonOf: (template) => missing ?? reachReason(template),
    onToggle: openDialog('profile'),
    onShare: openDialog('dialog'),
    onOwner: openDialog('owner'),
  });
  const label = text('templatesOf', { name: profile.name });
  return (
    <>
      <Panel label={label} state={state}>
        <DataTable
          name="shared-resources"
          label={label}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
        />
      </Panel>
      {prompt}
      {dialog?.is === 'profile' && (
        <ProfileConfirmation template={dialog.template} profile={profile} onClose={close} />
      )}
      {dialog?.is === 'dialog' && (
        <ShareDialog kind={dialog.template.kind} resource={dialog.template} onClose={close} />
      )}
      {dialog?.is === 'owner' && (
        <OwnerDialog place={{ kind: dialog.template.kind }} resource={dialog.template} onClose={close} />
      )}
    </>
  );
}

/** Customer profiles and the templates shared with them. */
export function SharePage() {
  const text = useSharingTexts();
  const { search, change } = useSharingSearch();
  const { templates, targets, query, panel } = useSharing();
  const profiles = targets?.profiles ?? [];
  const chosen = profiles.find(({ id }) => id === search.profile) ?? profiles[0];
  return (
    <div className="tt-page">
      <PageHeader title={text('title')} aside={<span className="tt-muted">{text('lead')}</span>} />
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q })} />
      </Toolbar>
      <div className="tt-sharing">
        <ProfileList
          profiles={profiles}
          templates={templates}
          panel={panel}
          chosen={chosen?.id}
          onChoose={(profile) => change({ profile })}
        />
        {chosen !== undefined && query !== undefined && (
          <Templates key={chosen.id} profile={chosen} templates={templates} query={query} />
        )}
      </div>
    </div>
  );
}
