import { useKernelTexts } from './en.ts';

interface Named {
  readonly name: string;
  /** It does not exist any more, and has its last name. */
  readonly deleted?: true | undefined;
}

/** Returns a name in words: that of an element or application that was deleted says so. */
export function useShownName(): (named: Named) => string {
  const text = useKernelTexts();
  return ({ name, deleted }) => (deleted === true ? text('deletedName', { name }) : name);
}
