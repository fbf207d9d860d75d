import { memo, useMemo } from 'react';
import { selectedIn } from '#schemas/dashboard/document-requests.ts';
import type { ItemOf, ReportItem } from '#schemas/report/item.ts';
import { useLanguage } from '#web/lib/text.ts';
import { filterNames } from '../../dashboard/view/filter-name.ts';
import { DashletFrame } from '../../dashboard/view/DashletFrame.tsx';
import { useBoxStyle } from '../brand/use-brand.ts';
import { LogoView } from '../brand/LogoView.tsx';
import { ImageView } from '../images/ImageView.tsx';
import type { FieldValues } from './fields.ts';
import { RichTextView } from './RichTextView.tsx';
import { ShapeView } from './ShapeView.tsx';
import type { PageData } from './use-page-data.ts';

interface Props {
  readonly item: ReportItem;
  readonly data: PageData;
  readonly customerId: number;
  readonly values: FieldValues;
  /** Why the settings of a dashlet cannot be shown. */
  readonly fault?: string | undefined;
}

const nothing = (): void => undefined;

interface DashletProps extends Pick<Props, 'data' | 'customerId' | 'fault'> {
  readonly item: ItemOf<'dashlet'>;
}

const DashletItem = memo(function DashletItem({ item, data, customerId, fault }: DashletProps) {
  const language = useLanguage();
  const found = data.views.get(item.id);
  const { context } = data;
  const selected = useMemo(
    () => (found === undefined ? { filters: [] } : selectedIn(found.view, context.selection ?? {})),
    [found, context],
  );
  const titles = useMemo(() => filterNames(found?.view.filters ?? [], language), [found, language]);
  if (found === undefined) return null;
  return (
    <DashletFrame
      dashlet={found.dashlet}
      page={data.page}
      context={context}
      selected={selected}
      customerId={customerId}
      filterTitle={titles}
      items={[]}
      fault={fault}
      onZoom={nothing}
    />
  );
});

/** What an item shows, as large as its frame. */
export const ReportItemView = memo(function ReportItemView({ item, values, ...own }: Props) {
  const box = useBoxStyle('background' in item ? item.background : undefined);
  switch (item.kind) {
    case 'dashlet':
      return (
        <div className="tt-report-dashlet" style={box}>
          <DashletItem item={item} {...own} />
        </div>
      );
    case 'text':
      return (
        <div
          className="tt-report-text-box"
          data-vertical={item.vertical}
          style={{ ...box, padding: item.padding }}
        >
          <RichTextView text={item.text} values={values} />
        </div>
      );
    case 'image':
      return item.logo === undefined ? <ImageView item={item} /> : <LogoView item={item} owner={item.logo} />;
    case 'shape':
      return <ShapeView item={item} />;
  }
});
