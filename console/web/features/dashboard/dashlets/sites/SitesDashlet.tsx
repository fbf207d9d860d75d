import { siteDashlet } from '#schemas/limit/dashlet.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { DashletProps } from '../../dashlet-props.ts';
import { useCutNote } from '../use-chart-words.ts';
import { SiteCells } from './SiteCells.tsx';
import { useSiteTexts } from './texts/en.ts';
import { useCellLink, useSiteStates } from './use-site-states.ts';

const NOTE_PX = 20;

/** A cell per site in the colour of its state, the worst first. */
export function SitesDashlet(props: DashletProps<'sites'>) {
  const { title, size } = props;
  const text = useSiteTexts();
  const { state, sites, count, notes, valueOf } = useSiteStates(props);
  const link = useCellLink(props);
  const cut = useCutNote()(Math.min(sites.length, siteDashlet.maxCells), count);
  const said = [...notes, ...(cut === undefined || sites.length === 0 ? [] : [cut])];
  const height = size.height - said.length * NOTE_PX;
  return (
    <Panel nested label={text('listOf', { title })} state={state}>
      <div className="tt-sites">
        <SiteCells
          sites={sites}
          valueOf={valueOf}
          link={link}
          label={title}
          size={{ width: size.width, height }}
        />
        {said.map((note) => (
          <p key={note} className="tt-muted tt-dashlet-more">
            {note}
          </p>
        ))}
      </div>
    </Panel>
  );
}
