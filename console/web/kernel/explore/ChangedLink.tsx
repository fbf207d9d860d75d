import { Link } from '@tanstack/react-router';
import { useExplorer } from './ExploreLink.tsx';
import { useExploreLinkTexts } from './texts/en.ts';

interface Props {
  readonly customer: number;
  /** Seconds since 1970. */
  readonly period: { readonly from: number; readonly to: number };
  /** A site, device or interface; undefined: every site that the user sees. */
  readonly element?: number | undefined;
  /** In the language of docs/62-explore.md. */
  readonly filter?: string | undefined;
}

/** Opens what changed in the flows of a period; nothing for users without flows. */
export function ChangedLink({ customer, period, element, filter }: Props) {
  const text = useExploreLinkTexts();
  if (!useExplorer()) return null;
  return (
    <Link to="/explore/changed" search={{ customer, ...period, element, filter }}>
      {text('changed')}
    </Link>
  );
}
