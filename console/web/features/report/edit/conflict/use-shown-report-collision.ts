import type { ReportPage } from '#schemas/report/document.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { ShownCollision } from '../../../dashboard/edit/conflict/CollisionChoices.tsx';
import { useSideText } from '../../../dashboard/edit/conflict/use-shown-collision.ts';
import { useEditTexts } from '../../../dashboard/edit/texts/en.ts';
import { useDashboardTexts } from '../../../dashboard/texts/en.ts';
import { useItemName } from '../../canvas/CanvasItem.tsx';
import { useReportTexts } from '../../texts/en.ts';
import type { ReportCollision } from './merge-reports.ts';

function useLegend(): (collision: ReportCollision) => string {
  const text = useReportTexts();
  const dashboardText = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const nameOf = useItemName();
  const pageName = ({ title }: ReportPage): string => (title === '' ? text('untitledPage') : title);
  return (collision) => {
    switch (collision.is) {
      case 'text':
        return dashboardText(collision.text);
      case 'part': {
        const name = text(`part_${collision.part}`);
        return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
      }
      case 'variable':
        return text('collision_variable', { name: collision.variable.name });
      case 'page':
        return words('collision_settings', { dashlet: pageName(collision.page) });
      case 'frame':
        return text('collision_frame', { name: nameOf(collision.item) });
      case 'content':
        return text('collision_content', { name: nameOf(collision.item) });
      case 'deleted item':
        return words('collision_deleted', { dashlet: nameOf(collision.item) });
      case 'deleted page':
        return words('collision_deleted', { dashlet: pageName(collision.page) });
    }
  };
}

/** A collision of two versions of a report in words. */
export function useShownReportCollision(): (collision: ReportCollision) => ShownCollision {
  const legendOf = useLegend();
  const sideText = useSideText();
  return (collision) => ({
    key: collision.key,
    legend: legendOf(collision),
    sides: { mine: sideText(collision, 'mine'), theirs: sideText(collision, 'theirs') },
  });
}
