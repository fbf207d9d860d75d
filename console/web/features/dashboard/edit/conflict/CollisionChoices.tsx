import { useEditTexts } from '../texts/en.ts';
import type { MergeSide } from './three-way.ts';

/** What both users changed differently, in words. */
export interface ShownCollision {
  readonly key: string;
  readonly legend: string;
  readonly sides: Readonly<Record<MergeSide, string>>;
}

interface Props {
  readonly collisions: readonly ShownCollision[];
  readonly choices: ReadonlyMap<string, MergeSide>;
  readonly onChoose: (key: string, side: MergeSide) => void;
}

/** What both users changed differently: which of the two stays. */
export function CollisionChoices({ collisions, choices, onChoose }: Props) {
  const words = useEditTexts();
  if (collisions.length === 0) return null;
  return (
    <section>
      <h3>{words('collisions')}</h3>
      {collisions.map(({ key, legend, sides }) => (
        <fieldset key={key}>
          <legend>{legend}</legend>
          <div className="tt-document-sides">
            {(['mine', 'theirs'] as const).map((side) => (
              <label key={side}>
                <input
                  type="radio"
                  name={key}
                  checked={choices.get(key) === side}
                  onChange={() => onChoose(key, side)}
                />
                {sides[side]}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  );
}
