import { siteStateSources } from '#schemas/dashboard/dashlets/sites.ts';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { Choice } from '../../edit/ChartFields.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useSiteTexts } from './texts/en.ts';

/** What gives sites their colour. */
export function SiteFields({
  dashlet,
  edit,
}: {
  readonly dashlet: DashletOf<'sites' | 'map'>;
  readonly edit: SettingsEdit;
}) {
  const text = useSiteTexts();
  return (
    <Choice
      label={text('by')}
      options={siteStateSources}
      nameOf={(by) => text(`by_${by}`)}
      value={dashlet.settings.by}
      onChange={(by) => edit(['by'], by)}
    />
  );
}
