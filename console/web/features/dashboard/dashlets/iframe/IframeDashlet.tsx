import { useQuery } from '@tanstack/react-query';
import { problemText } from '#schemas/problem/problem.ts';
import { checkFrameAddress } from '#schemas/settings/iframe/iframe.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import './iframe.css';

/** Time without typing after which the editor loads the page: half of an address is another host. */
const SETTLED_MS = 800;

/**
 * A page of another site, if the whitelist allows its address. It runs scripts and forms in an origin of its own: it reads neither the
 * session nor the console, opens no windows and does not navigate the page.
 */
export function IframeDashlet({ settings, title }: DashletProps<'iframe'>) {
  const language = useLanguage();
  const [url] = useDebouncedValue(settings.url, SETTLED_MS);
  const query = useQuery(routeQuery(checkFrameAddress, { query: { url } }));
  const { data } = query;
  if (data === undefined)
    return (
      <Panel nested label={title} state={panelStateOf(query, language)} skeleton="block">
        {null}
      </Panel>
    );
  if (!data.allowed)
    return (
      <Panel
        nested
        label={title}
        state={{ is: 'empty', title: problemText('IFRAME_NOT_ALLOWED', language), hint: url }}
      >
        {null}
      </Panel>
    );
  return (
    <iframe
      className="tt-dashlet-iframe"
      title={title}
      src={url}
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  );
}
