import { useQueries } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { can } from '#schemas/permission/grants.ts';
import type { ResourceSummary } from '#schemas/resource/resource.ts';
import { sharedKinds, type SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { sharingQuery } from '#web/kernel/resource/resource-queries.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { SharingSearch } from './sharing-search.ts';

/** A template of any kind. */
export interface SharedTemplate extends ResourceSummary {
  readonly kind: SharedKind;
}

export interface SharedTemplates {
  readonly templates: readonly SharedTemplate[];
  readonly targets: ShareTargets | undefined;
  readonly panel: PanelState;
}

/** Templates of every kind that the user may share. */
export function useSharing(): SharedTemplates {
  const language = useLanguage();
  const { permissions } = useSession();
  const held = new Set(permissions);
  const kinds = sharedKinds.filter((kind) => can(held, sharingRoutes[kind].list.needs));
  const lists = useQueries({ queries: kinds.map((kind) => sharingQuery(kind)) });
  const worst = lists.find(({ isError, data }) => isError && data === undefined);
  const waiting = lists.find(({ data }) => data === undefined);
  const asked = worst ?? waiting ?? lists[0];
  const templates = lists.flatMap(({ data }, at) =>
    (data?.resources ?? []).map((resource) => ({ ...resource, kind: kinds[at] ?? 'cockpit' })),
  );
  return {
    templates,
    targets: lists[0]?.data?.targets,
    panel: asked === undefined ? { is: 'ready' } : panelStateOf(asked, language),
  };
}

const route = getRouteApi('/shell/mt/share-resource');

/** The address of the page, and the way to change it. */
export function useSharingSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/mt/share-resource' });
  const change = (part: Partial<SharingSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  return { search, change };
}
