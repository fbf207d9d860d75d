import { useState } from 'react';
import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { OwnerDialog } from '#web/kernel/resource/OwnerDialog.tsx';
import { ShareDialog } from '#web/kernel/resource/ShareDialog.tsx';
import { useOwnership } from '#web/kernel/resource/use-ownership.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { ProfileList } from './ProfileList.tsx';
import { ProfileQuestion } from './ProfileQuestion.tsx';
import { useSharing, useSharingSearch, type SharedTemplate } from './sharing-queries.ts';
import { useSharingTexts } from './use-sharing-texts.ts';
import { useTemplateColumns } from './use-template-columns.tsx';
import './sharing.css';

type Profile = ShareTargets['profiles'][number];

const idOf = ({ kind, id }: SharedTemplate): string => `${kind} ${String(id)}`;
const nameOf = ({ name }: SharedTemplate): string => name;

/** The list with its search; which panel shows when nothing is found. */
function useShown(templates: readonly SharedTemplate[], panel: PanelState) {
  const text = useSharingTexts();
  const { search, change } = useSharingSearch();
  const { q = '' } = search;
  const wanted = q.toLocaleLowerCase();
  const shown = templates.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  if (panel.is !== 'ready' || shown.length > 0) return { shown, state: panel };
  if (q === '')
    return {
      shown,
      state: { is: 'empty', title: text('noTemplates'), hint: text('noTemplatesHint') } as const,
    };
  const clear = () => change({ q: undefined });
  const filters = [{ label: text('filterText', { text: q }), clear }];
  return { shown, state: { is: 'empty-by-filter', filters, clearAll: clear } as const };
}

type Doing = { readonly is: 'profile' | 'dialog' | 'owner'; readonly template: SharedTemplate };

interface TemplatesProps {
  readonly profile: Profile;
  readonly templates: readonly SharedTemplate[];
  readonly panel: PanelState;
}

/** The templates as one profile has them. */
function Templates({ profile, templates, panel }: TemplatesProps) {
  const text = useSharingTexts();
  const { shown, state } = useShown(templates, panel);
  const [doing, setDoing] = useState<Doing>();
  const { guard, question } = useOwnership();
  const begin = (is: Doing['is']) => (template: SharedTemplate) =>
    guard(template, () => setDoing({ is, template }));
  const close = () => setDoing(undefined);
  const columns = useTemplateColumns({
    profile: profile.id,
    disabledReason: useDisabledReason({ ...sharingRoutes.cockpit.share, needs: 'signed-in' }),
    onToggle: begin('profile'),
    onShare: begin('dialog'),
    onOwner: begin('owner'),
  });
  const label = text('templatesOf', { name: profile.name });
  return (
    <>
      <Panel label={label} state={state}>
        <DataTable
          label={label}
          rows={shown}
          columns={columns}
          rowId={idOf}
          rowName={nameOf}
          density={useDensity()}
        />
      </Panel>
      {question}
      {doing?.is === 'profile' && (
        <ProfileQuestion template={doing.template} profile={profile} onClose={close} />
      )}
      {doing?.is === 'dialog' && (
        <ShareDialog kind={doing.template.kind} resource={doing.template} onClose={close} />
      )}
      {doing?.is === 'owner' && (
        <OwnerDialog place={{ kind: doing.template.kind }} resource={doing.template} onClose={close} />
      )}
    </>
  );
}

/** Customer profiles, and the shared templates that each of them has. */
export function SharePage() {
  const text = useSharingTexts();
  const { search, change } = useSharingSearch();
  const { templates, targets, panel } = useSharing();
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
        {chosen !== undefined && (
          <Templates key={chosen.id} profile={chosen} templates={templates} panel={panel} />
        )}
      </div>
    </div>
  );
}
