import { use, type ReactNode } from 'react';
import { IconArrowUpRight } from '@tabler/icons-react';
import type { KeyPart } from '#schemas/data/data-result-size.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { LinkedElements } from '#web/kernel/element/linked-elements.ts';
import { OnPaper } from '#web/ui/table/print/paper.ts';
import { drillPlaces, elementAddress } from './drill-links.ts';
import { useDrillTexts } from './texts/en.ts';

interface Props {
  /** Elements that the name stands for, outermost first. */
  readonly of: readonly KeyPart[] | undefined;
  readonly children: ReactNode;
  readonly title?: string;
}

/** The name of an element in a report, which leads to its page; elsewhere, and of what has no page, as it is. */
export function LinkedName({ of = [], children, title }: Props) {
  const customer = use(LinkedElements);
  const isOnPaper = use(OnPaper) !== undefined;
  const [place] = customer === undefined ? [] : drillPlaces({ key: of }, { sites: [], isOfFlows: true });
  if (place?.element === undefined) return children;
  const { kind } = place.element;
  return (
    <ElementLink
      customer={customer}
      kind={kind}
      id={elementAddress(place.element)}
      title={title}
      // Those who read a file are not who prints it: the page knows what they may see.
      forAll={isOnPaper}
    >
      {children}
    </ElementLink>
  );
}

/** Next to a name that does something else when it is pressed. Nothing on paper, where nothing is pressed. */
export function NameLink({ of, name }: Pick<Props, 'of'> & { readonly name: string }) {
  const text = useDrillTexts();
  const isShown = use(LinkedElements) !== undefined && use(OnPaper) === undefined;
  const [place] = isShown ? drillPlaces({ key: of ?? [] }, { sites: [], isOfFlows: true }) : [];
  if (place?.element === undefined) return null;
  return (
    <LinkedName of={of} title={text('open', { name })}>
      <IconArrowUpRight size={14} aria-label={text('open', { name })} />
    </LinkedName>
  );
}
