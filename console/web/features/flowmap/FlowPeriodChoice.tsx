import { useEffect, useEffectEvent, useState } from 'react';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { useReducedMotion } from '@mantine/hooks';
import { useIsFetching } from '@tanstack/react-query';
import { readFlowMap } from '#schemas/flowmap/routes.ts';
import { routeKey } from '#web/kernel/query/route-query.ts';
import { now } from '#web/lib/clock.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Segment } from '#web/ui/button/Segment.tsx';
import { flowSpans, shownPeriod, spanSeconds, useFlowMapSearch } from './flowmap-search.ts';
import { useFlowMapTexts } from './texts/en.ts';

const size = 15;
/** Milliseconds that playback shows a period; longer for users whose system requests less motion. */
const shownMs = { moving: 1_000, calm: 2_500 } as const;

/** Moves the end of the period. One that is still read is shown before the next. */
function usePlayback() {
  const { search, change } = useFlowMapSearch();
  const isCalm = useReducedMotion();
  const isReading = useIsFetching({ queryKey: routeKey(readFlowMap) }) > 0;
  const [isPlaying, setPlaying] = useState(false);
  const { to } = shownPeriod(search, now());
  const latest = shownPeriod({ ...search, at: undefined }, now()).to;
  const step = spanSeconds[search.span];
  const goTo = useEffectEvent((at: number) => change({ at: at >= latest ? undefined : at }));
  const isAtEnd = search.at === undefined || to >= latest;
  useEffect(() => {
    if (!isPlaying || isReading) return undefined;
    const timer = setTimeout(
      () => {
        if (isAtEnd) setPlaying(false);
        else goTo(to + step);
      },
      isCalm ? shownMs.calm : shownMs.moving,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, isReading, isAtEnd, to, step, isCalm]);
  return {
    isPlaying,
    isAtEnd,
    /** At the end, from twelve periods before. */
    toggle: () => {
      if (!isPlaying && isAtEnd) change({ at: latest - 12 * step });
      setPlaying(!isPlaying);
    },
    move: (periods: number) => {
      setPlaying(false);
      const at = to + periods * step;
      change({ at: at >= latest ? undefined : at });
    },
  };
}

function Playback() {
  const text = useFlowMapTexts();
  const { isPlaying, isAtEnd, toggle, move } = usePlayback();
  return (
    <div className="tt-flowmap-playback" role="group" aria-label={text('playback')}>
      <IconButton
        small
        label={text('before')}
        icon={<IconPlayerSkipBack size={size} />}
        onClick={() => move(-1)}
      />
      <IconButton
        small
        label={text(isPlaying ? 'pause' : 'play')}
        icon={isPlaying ? <IconPlayerPause size={size} /> : <IconPlayerPlay size={size} />}
        onClick={toggle}
      />
      <IconButton
        small
        label={text('after')}
        icon={<IconPlayerSkipForward size={size} />}
        disabledReason={isAtEnd ? text('isNewest') : undefined}
        onClick={() => move(1)}
      />
    </div>
  );
}

/** Live, or the period whose means are shown. */
export function FlowPeriodChoice() {
  const text = useFlowMapTexts();
  const { search, change } = useFlowMapSearch();
  const isLive = search.show === 'live';
  return (
    <>
      <Segment
        label={text('time')}
        options={[
          { value: 'live', label: text('live') },
          ...flowSpans.map((span) => ({ value: span, label: text(`span-${span}`) })),
        ]}
        value={isLive ? 'live' : search.span}
        onChange={(span) =>
          change(span === 'live' ? { show: 'live', at: undefined } : { show: 'period', span })
        }
      />
      {!isLive && <Playback />}
    </>
  );
}
