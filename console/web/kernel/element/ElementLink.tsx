import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { hasElementPage, useElementPages, type ElementPlace } from './element-reach.ts';
import './element-link.css';

interface Props extends ElementPlace {
  readonly customer: number | undefined;
  readonly children: ReactNode;
  /** In a table: whether its row is the one that the keyboard is at. */
  readonly active?: boolean;
  readonly title?: string | undefined;
  /** It is a link also where the user may not open the page: others read what is printed. */
  readonly forAll?: boolean;
}

/** The name of an element, which leads to its page for those who may read it, and is a text for all others. */
export function ElementLink({ kind, id, customer, children, active = true, title, forAll = false }: Props) {
  const isReader = useElementPages() || forAll;
  if (!isReader || customer === undefined || !hasElementPage({ kind, id })) return children;
  return (
    <Link
      className="tt-element-link"
      to="/inventory/$kind/$element"
      params={{ kind, element: String(id) }}
      search={{ customer }}
      tabIndex={active ? undefined : -1}
      title={title}
    >
      {children}
    </Link>
  );
}
