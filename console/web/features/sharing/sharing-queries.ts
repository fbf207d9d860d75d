import { useQueries } from '@tanstack/react-query';
import { can } from '#schemas/permission/grants.ts';
import type { ResourceSummary } from '#schemas/resource/resource.ts';
import { sharedKinds, type SharedKind } from '#schemas/resource/kind.ts';
import { sharingRoutes, type ShareTargets } from '#schemas/sharing/routes.ts';
import { panelStateOf, type QueryState } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { shownName } from '#web/kernel/resource/shown-name.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PanelState } from '#web/ui/panel/panel-state.ts';

/** A template of any kind. */
export interface SharedTemplate extends ResourceSummary {
  readonly kind: SharedKind;
}

export interface SharedTemplates {
  readonly templates: readonly SharedTemplate[];
  readonly targets: ShareTargets | undefined;
  /** The list to report on: a failed one, otherwise one that is loading. Undefined if the user can share nothing. */
  readonly query: QueryState | undefined;
  readonly panel: PanelState;
}

/** Templates of the kinds that have pages here and that the user can share. */
export function useSharing(): SharedTemplates {
  const language = useLanguage();
  const { permissions, modules } = useSession();
  const held = new Set(permissions);
  const kinds = sharedKinds.filter(
    (kind) => modules.includes(kind) && can(held, sharingRoutes[kind].list.needs),
  );
  const lists = useQueries({ queries: kinds.map((kind) => routeQuery(sharingRoutes[kind].list)) });
  const worst = lists.find(({ isError, data }) => isError && data === undefined);
  const waiting = lists.find(({ data }) => data === undefined);
  const query = worst ?? waiting ?? lists[0];
  const templates = lists.flatMap(({ data }, at) =>
    (data?.resources ?? []).map((resource) => ({
      ...resource,
      name: shownName(resource, language),
      kind: kinds[at] ?? 'cockpit',
    })),
  );
  return {
    templates,
    targets: lists[0]?.data?.targets,
    query,
    panel: query === undefined ? { is: 'ready' } : panelStateOf(query, language),
  };
}
