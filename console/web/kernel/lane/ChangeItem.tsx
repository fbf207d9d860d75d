import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { formatZonedMinute } from '#web/lib/zoned/format-zoned.ts';
import { ChangeLine } from '../action-log/ChangeLine.tsx';
import { changesOf, useActionWords } from '../action-log/use-action-words.ts';
import { ElementLink } from '../element/ElementLink.tsx';

interface Props {
  readonly change: ElementAction;
  /** Customer whose elements it leads to; undefined: nowhere, as on a wall. */
  readonly linked: number | undefined;
  readonly timeZone: string;
}

/** The name of the element of a change, which leads to its page unless the change deleted it. */
function Changed({ change, linked }: Pick<Props, 'change' | 'linked'>) {
  const name = useActionWords().elementOf(change);
  const [kind = ''] = change.name.split(' ');
  if (!isInventoryKind(kind) || change.action === 'inventory.delete') return name;
  return (
    <ElementLink customer={linked} kind={kind} id={change.element}>
      {name}
    </ElementLink>
  );
}

/** A change of the configuration in a list of events: what was done to which element, when, by whom and why. */
export function ChangeItem({ change, linked, timeZone }: Props) {
  const language = useLanguage();
  const { verbOf } = useActionWords();
  const { at, actor, comment } = change;
  const changes = changesOf(change);
  const facts = [formatZonedMinute(msOf(at), timeZone, language), actor, comment];
  return (
    <li className="tt-lane-change">
      <span className="tt-lane-mark" data-is="changes" aria-hidden="true" />
      <span>
        <Changed change={change} linked={linked} /> · {verbOf(change)}
      </span>
      <span className="tt-muted">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      {changes.length > 0 && (
        <ul>
          {changes.map((one) => (
            <li key={one.field}>
              <ChangeLine {...one} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
