import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#web/ui/button/Button.tsx';
import {
  cardPlace,
  isManual,
  reachedStep,
  stepAfter,
  stepTarget,
  tourSteps,
  type TourStep,
} from './tour-steps.ts';
import { useTourTarget } from './use-tour-target.ts';
import { useTourTexts } from './texts/en.ts';
import './tour.css';

const has = (selector: string): boolean => document.querySelector(selector) !== null;

/** Text next to the control of each step. It continues with what the user does, by pointer or keys, and covers nothing that is needed. */
export function Tour({ onEnd }: { readonly onEnd: () => void }) {
  const text = useTourTexts();
  const [step, setStep] = useState<TourStep>('new');
  const target = useTourTarget(stepTarget(step), () => setStep((last) => reachedStep(last, has)));
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = card;
    if (current === null || target === undefined) return;
    const { width, height } = current.getBoundingClientRect();
    const place = cardPlace(target, { width, height }, { width: innerWidth, height: innerHeight });
    current.style.left = `${String(place.left)}px`;
    current.style.top = `${String(place.top)}px`;
  });
  if (target === undefined) return null;
  const isLast = step === 'read';
  return createPortal(
    <>
      <div className="tt-tour-ring" style={{ ...target }} aria-hidden />
      <aside className="tt-tour-card" ref={card} aria-label={text('tour')}>
        <p className="tt-muted">
          {text('step', { number: tourSteps.indexOf(step) + 1, count: tourSteps.length })}
        </p>
        <p role="status">{text(step)}</p>
        <div className="tt-tour-actions">
          {!isLast && (
            <Button kind="quiet" onClick={onEnd}>
              {text('skip')}
            </Button>
          )}
          {isManual(step) && (
            <Button kind="primary" onClick={() => (isLast ? onEnd() : setStep(stepAfter(step)))}>
              {text(isLast ? 'finish' : 'next')}
            </Button>
          )}
        </div>
      </aside>
    </>,
    document.body,
  );
}
