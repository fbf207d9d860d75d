import { formatValue } from '#schemas/unit/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { classBands, latencyBands, loadBands, toneVariables, type ArcTone } from './arc-colour.ts';
import { useFlowMapSearch, type ArcColouring } from '../flowmap-search.ts';
import { useFlowMapTexts } from '../texts/en.ts';
import type { ScenePart } from './flow-scene.ts';

const tones: Readonly<Record<ArcColouring, readonly ArcTone[]>> = {
  class: classBands,
  latency: latencyBands.map((band) => `latency-${band}` as const),
  severity: ['severity-critical', 'severity-major', 'severity-minor', 'severity-none'],
};

const loadTones: readonly ArcTone[] = loadBands.map((band) => `load-${band}` as const);

interface Props {
  readonly scene: ScenePart;
  /** Bits of a particle; undefined while none moves. */
  readonly scale: number | undefined;
}

/** What colours and particles stand for: only colours that the map has. */
export function MapLegend({ scene, scale }: Props) {
  const text = useFlowMapTexts();
  const language = useLanguage();
  const { search } = useFlowMapSearch();
  const shown = new Set(scene.arcs.map(({ tone }) => tone));
  const listed = tones[search.colour].filter((tone) => shown.has(tone));
  const linked = new Set(scene.links?.map(({ tone }) => tone));
  const linkTones = (search.links === 'load' ? loadTones : tones.latency).filter((tone) => linked.has(tone));
  return (
    <div className="tt-flowmap-legend">
      {linkTones.length > 0 && (
        <ul aria-label={text('links')}>
          {linkTones.map((tone) => (
            <li key={tone}>
              <span
                className="tt-flowmap-swatch"
                data-link
                style={{ color: `var(${toneVariables[tone]})` }}
              />
              {text(`tone-${tone}`)}
            </li>
          ))}
        </ul>
      )}
      <ul>
        {listed.map((tone) => (
          <li key={tone}>
            <span className="tt-flowmap-swatch" style={{ background: `var(${toneVariables[tone]})` }} />
            {text(`tone-${tone}`)}
          </li>
        ))}
      </ul>
      <p>
        {scale === undefined
          ? text('standsStill')
          : text('particle', { rate: formatValue(scale, 'bps', language) })}
      </p>
    </div>
  );
}
