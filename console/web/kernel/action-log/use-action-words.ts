import type { ElementAction } from '#schemas/inventory/change/action-routes.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { useLanguage } from '#web/lib/text.ts';
import { elementKindNames } from '../kpi/element-kind-names.ts';
import { en, useActionTexts } from './texts/en.ts';

type NamedAction = Extract<keyof typeof en, `action_${string}`>;
const isNamed = (key: string): key is NamedAction => key in en;

/** Actions and their elements in words. */
export function useActionWords() {
  const text = useActionTexts();
  const language = useLanguage();
  return {
    /** What was done. */
    verbOf: ({ action }: Pick<ElementAction, 'action'>): string => {
      const key = `action_${action}`;
      return isNamed(key) ? text(key) : action;
    },
    /** Kind and path: `Device Lyon / edge-1`. */
    elementOf: ({ name }: Pick<ElementAction, 'name'>): string => {
      const [first = '', ...path] = name.split(' ');
      return isInventoryKind(first) ? `${elementKindNames[first][language]} ${path.join(' ')}` : name;
    },
  };
}

/** The changed values of an action; of a deleted element they say nothing more. */
export const changesOf = ({ action, changes }: Pick<ElementAction, 'action' | 'changes'>) =>
  action === 'inventory.delete' ? [] : changes;
