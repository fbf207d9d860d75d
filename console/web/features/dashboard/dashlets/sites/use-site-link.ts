import { displayToken } from '#web/kernel/api/display-token.ts';
import { useReach } from '../../drill/use-reach.ts';
import type { SiteLink } from './SiteCells.tsx';
import type { SiteProps } from './use-site-states.ts';

/** Where the sites of a dashlet lead its reader. */
export function useSiteLink({ onDrill, customerId }: Pick<SiteProps, 'onDrill' | 'customerId'>): SiteLink {
  const { seesNetwork } = useReach();
  if (onDrill === undefined || displayToken() !== undefined) return undefined;
  return seesNetwork ? { to: 'page', customer: customerId } : { to: 'choice', onDrill };
}
