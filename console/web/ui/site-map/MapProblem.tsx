import { IconMapOff } from '@tabler/icons-react';
import { Button } from '../button/Button.tsx';
import { useUiTexts } from '../texts/en.ts';
import { useMapTexts } from './texts/en.ts';
import '../panel/panel.css';

/** Why there is no map: no WebGL2, the graphics context was lost, or the map or its worker did not start. */
export type MapFailure = 'webgl' | 'lost' | 'stuck';

/** Whether the browser offers WebGL2 now. */
export function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

interface Props {
  readonly failure: MapFailure;
  readonly onRetry: () => void;
  readonly onHide: () => void;
}

/** Explains in place of the map why there is none. */
export function MapProblem({ failure, onRetry, onHide }: Props) {
  const text = useMapTexts();
  const ui = useUiTexts();
  return (
    <div className="tt-panel-message" role="status">
      <span className="tt-panel-message-icon">
        <IconMapOff size={20} />
      </span>
      <p className="tt-panel-message-title">{text(`${failure}Map`)}</p>
      <p>{text(`${failure}MapHint`)}</p>
      <div className="tt-panel-message-actions">
        <Button onClick={onRetry}>{ui('retry')}</Button>
        <Button onClick={onHide}>{text('hideMap')}</Button>
      </div>
    </div>
  );
}
