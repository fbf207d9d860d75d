import { dashletTypes, type Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { filterName } from '../../view/filter-name.ts';
import { useEditTexts } from '../texts/en.ts';
import type { Collision, MergeSide } from './merge-documents.ts';

function useLegend(): (collision: Collision) => string {
  const text = useDashboardTexts();
  const words = useEditTexts();
  const language = useLanguage();
  const nameOf = ({ title, type }: Dashlet): string => (title === '' ? dashletTypes[type][language] : title);
  return (collision) => {
    if (collision.is === 'text') return text(collision.text);
    if (collision.is === 'filter')
      return words('collision_filter', { filter: filterName(collision.filter, language) });
    if (collision.is !== 'part')
      return words(`collision_${collision.is}`, { dashlet: nameOf(collision.dashlet) });
    const name = collision.part === 'place' ? words('collision_place') : text(`part_${collision.part}`);
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  };
}

function useSideText(): (collision: Collision, side: MergeSide) => string {
  const words = useEditTexts();
  return (collision, side) => {
    if (collision.is === 'deleted')
      return words(`side_${side}_value`, {
        value: words(collision.by === side ? 'side_deleted' : 'side_changed'),
      });
    if (!('values' in collision)) return words(`side_${side}`);
    return words(`side_${side}_value`, { value: collision.values[side] || '–' });
  };
}

interface Props {
  readonly collisions: readonly Collision[];
  readonly answers: ReadonlyMap<string, MergeSide>;
  readonly onAnswer: (key: string, side: MergeSide) => void;
}

/** What both users changed differently: which of the two stays. */
export function CollisionQuestions({ collisions, answers, onAnswer }: Props) {
  const words = useEditTexts();
  const legendOf = useLegend();
  const sideText = useSideText();
  if (collisions.length === 0) return null;
  return (
    <section>
      <h3>{words('collisions')}</h3>
      {collisions.map((collision) => (
        <fieldset key={collision.key}>
          <legend>{legendOf(collision)}</legend>
          <div className="tt-document-sides">
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side}>
                <input
                  type="radio"
                  name={collision.key}
                  checked={answers.get(collision.key) === side}
                  onChange={() => onAnswer(collision.key, side)}
                />
                {sideText(collision, side)}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  );
}
