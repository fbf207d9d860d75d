import { DashletSeries } from '#schemas/dashboard/dashlet-parts.ts';
import { siteSizeSources, siteStateSources } from '#schemas/dashboard/dashlets/sites.ts';
import type { DashletOf } from '#schemas/dashboard/dashlets.ts';
import { Choice } from '../../edit/ChartFields.tsx';
import type { SettingsEdit } from '../../edit/settings-edit.ts';
import { useSiteTexts } from './texts/en.ts';

/** Traffic says how large a site is. */
const sizeKpi = DashletSeries.parse({ kpi: 'itf_in_bps' });

/** With a size of their own sites are sized by a KPI at once: that of their colour says nothing about their size. */
function chooseSize({ settings: { by, series } }: DashletOf<'map'>, size: string, edit: SettingsEdit): void {
  edit(['size'], size, 'size');
  if (size !== 'value') return;
  if (by === 'alarms') edit(['series'], [sizeKpi], 'size');
  else if (series.length === 1) edit(['series'], [...series, sizeKpi], 'size');
}

/** What gives sites their colour, and on a map their size. */
export function SiteFields({
  dashlet,
  edit,
}: {
  readonly dashlet: DashletOf<'sites'> | DashletOf<'map'>;
  readonly edit: SettingsEdit;
}) {
  const text = useSiteTexts();
  const { settings } = dashlet;
  const isBoth = dashlet.type === 'map' && dashlet.settings.size === 'value' && settings.by === 'value';
  return (
    <>
      <Choice
        label={text('by')}
        options={siteStateSources}
        nameOf={(by) => text(`by_${by}`)}
        value={settings.by}
        onChange={(by) => edit(['by'], by)}
      />
      {dashlet.type === 'map' && (
        <Choice
          label={text('size')}
          options={siteSizeSources}
          nameOf={(size) => text(`size_${size}`)}
          value={dashlet.settings.size}
          onChange={(size) => chooseSize(dashlet, size, edit)}
        />
      )}
      {isBoth && <p className="tt-muted tt-caption">{text('bothHint')}</p>}
    </>
  );
}
