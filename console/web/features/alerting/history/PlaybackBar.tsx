import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { Segment } from '#web/ui/button/Segment.tsx';
import { useOccurrenceTexts } from '../occurrences/texts/en.ts';
import { playbackSpeeds } from './playback.ts';
import type { Playback } from './use-playback.ts';

const size = 15;

/** Play, pause, the change before and after, and the speed. */
export function PlaybackBar({ playback }: { readonly playback: Playback }) {
  const text = useOccurrenceTexts();
  const { isPlaying, toggle, isQuiet, isCalm, speed, setSpeed, toPrevious, toNext } = playback;
  const noChange = text('noChange');
  return (
    <div className="tt-playback" role="group" aria-label={text('playback')}>
      <IconButton
        small
        label={text('changeBefore')}
        icon={<IconPlayerSkipBack size={size} />}
        disabledReason={toPrevious === undefined ? noChange : undefined}
        onClick={toPrevious}
      />
      <IconButton
        small
        label={text(isPlaying ? 'pause' : 'play')}
        keys="Space"
        icon={isPlaying ? <IconPlayerPause size={size} /> : <IconPlayerPlay size={size} />}
        disabledReason={isQuiet ? noChange : undefined}
        onClick={toggle}
      />
      <IconButton
        small
        label={text('changeAfter')}
        icon={<IconPlayerSkipForward size={size} />}
        disabledReason={toNext === undefined ? noChange : undefined}
        onClick={toNext}
      />
      {!isCalm && (
        <Segment
          label={text('speed')}
          options={playbackSpeeds.map((value) => ({
            value,
            label: `${String(value)}×`,
            name: text('speedOf', { count: value }),
          }))}
          value={speed}
          onChange={setSpeed}
        />
      )}
    </div>
  );
}
