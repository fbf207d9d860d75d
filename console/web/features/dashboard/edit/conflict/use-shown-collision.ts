import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { filterName } from '../../view/filter-name.ts';
import { useEditTexts } from '../texts/en.ts';
import type { ShownCollision } from './CollisionChoices.tsx';
import type { Collision } from './merge-documents.ts';
import type { MergeSide } from './three-way.ts';

/** What differs: values, what became of what one side deleted, or neither. */
interface SidedCollision {
  readonly key: string;
  readonly values?: Readonly<Record<MergeSide, string>>;
  readonly by?: MergeSide;
}

/** A side of a collision in words. */
export function useSideText(): (collision: SidedCollision, side: MergeSide) => string {
  const words = useEditTexts();
  return (collision, side) => {
    const { by, values } = collision;
    if (by !== undefined)
      return words(`side_${side}_value`, { value: words(by === side ? 'side_deleted' : 'side_changed') });
    if (values === undefined) return words(`side_${side}`);
    return words(`side_${side}_value`, { value: values[side] || '–' });
  };
}

/** A collision of two dashboards in words. */
export function useShownCollision(): (collision: Collision) => ShownCollision {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const sideText = useSideText();
  const nameOf = ({ title, type }: Dashlet): string => (title === '' ? dashletTypes[type][language] : title);
  const legendOf = (collision: Collision): string => {
    if (collision.is === 'text') return text(collision.text);
    if (collision.is === 'filter')
      return words('collision_filter', { filter: filterName(collision.filter, language) });
    if (collision.is !== 'part')
      return words(`collision_${collision.is}`, { dashlet: nameOf(collision.dashlet) });
    const name = collision.part === 'place' ? words('collision_place') : text(`part_${collision.part}`);
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  };
  return (collision) => ({
    key: collision.key,
    legend: legendOf(collision),
    sides: { mine: sideText(collision, 'mine'), theirs: sideText(collision, 'theirs') },
  });
}
