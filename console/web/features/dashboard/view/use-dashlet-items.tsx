import { IconDownload, IconInfoCircle, IconPhotoDown, IconRefresh } from '@tabler/icons-react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { requestsOfDashlet } from '#schemas/dashboard/document-requests.ts';
import { now } from '#web/lib/clock.ts';
import { useCsvItems } from '#web/ui/download/use-csv-items.ts';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { DataPage } from '../data/data-page.ts';
import { useExportTexts } from '../export/texts/en.ts';
import { useOwnDownload, type OwnFormat } from '../export/use-own-download.ts';
import { useResultDownload } from '../export/use-result-download.ts';
import { exportName } from '../picture/picture-layout.ts';
import { useProvenanceTexts } from '../provenance/texts/en.ts';
import { usePictureTexts } from '../picture/texts/en.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { useChartItems, type ChartMenuOptions } from './chart-menu/use-chart-items.tsx';
import type { ChosenContext } from './use-document-context.ts';

interface Options extends Omit<ChartMenuOptions, 'page'> {
  readonly page: DataPage;
  /** Of the document; undefined while it is edited. */
  readonly name: string | undefined;
  readonly chosen: Pick<ChosenContext, 'at' | 'timeZone'>;
  readonly onExplain: (dashlet: Dashlet) => void;
  readonly onPicture: ((dashlet: Dashlet) => void) | undefined;
}

/** Names a file after document, dashlet and period. */
function fileName({ name, chosen }: Pick<Options, 'name' | 'chosen'>, title: string): string {
  const { period } = chosen.at(Math.floor(now() / 1_000));
  return exportName(name === undefined ? [title] : [name, title], { ...period, timeZone: chosen.timeZone });
}

/** Whether running alarms are the state of what a dashlet shows. */
const isJudgedByAlarms = ({ settings }: Dashlet): boolean => 'by' in settings && settings.by === 'alarms';

/** Types that list what they read by themselves. */
const listTypes: ReadonlySet<Dashlet['type']> = new Set(['inventory', 'alarms', 'incidents']);

/** What a reader does with a dashlet that shows values. */
export function useDashletItems(options: Options): (dashlet: Dashlet) => readonly MenuItem[] {
  const { page, onExplain, onPicture } = options;
  const text = useDashboardTexts();
  const pictureText = usePictureTexts();
  const exportText = useExportTexts();
  const { name, chosen } = options;
  const named = { name, fileName: (title: string) => fileName(options, title) };
  const download = useResultDownload({ page, customerId: options.customerId, ...named });
  const downloadOwn = useOwnDownload({ ...named, timeZone: chosen.timeZone });
  const csvItems = useCsvItems();
  const provenanceText = useProvenanceTexts();
  const chartItems = useChartItems(options);
  return (dashlet) => {
    const picture: readonly MenuItem[] =
      onPicture === undefined
        ? []
        : [
            {
              is: 'action',
              label: pictureText('ofDashlet'),
              icon: <IconPhotoDown size={15} />,
              run: () => onPicture(dashlet),
            },
          ];
    const item = (format: OwnFormat, run: () => Promise<void>): MenuItem => ({
      is: 'action',
      label: exportText(format),
      icon: <IconDownload size={15} />,
      run: () => void run(),
    });
    const ownItems = (formats: readonly OwnFormat[]): readonly MenuItem[] => [
      ...formats.map((format) => item(format, () => downloadOwn(dashlet, format))),
      ...picture,
      ...csvItems,
    ];
    if (listTypes.has(dashlet.type)) return ownItems(['csv', 'xlsx']);
    if (dashlet.type === 'sdwan') return ownItems(['csv', 'xlsx', 'json']);
    if (!('series' in dashlet.settings)) return picture;
    // Without the size of markers, sites that alarms judge request no values.
    if (requestsOfDashlet(dashlet) === undefined) return ownItems(['csv', 'xlsx']);
    const explain: MenuItem = {
      is: 'action',
      label: provenanceText('how'),
      icon: <IconInfoCircle size={15} />,
      run: () => onExplain(dashlet),
    };
    return [
      explain,
      ...chartItems(dashlet),
      // Those of sites that alarms judge have their states as well.
      ...(['csv', 'xlsx'] as const).map((format) =>
        item(format, () =>
          isJudgedByAlarms(dashlet) ? downloadOwn(dashlet, format) : download(dashlet, format),
        ),
      ),
      ...picture,
      {
        is: 'action',
        label: text('reload'),
        icon: <IconRefresh size={15} />,
        run: () => page.retry(dashlet.id),
      },
      ...csvItems,
    ];
  };
}
