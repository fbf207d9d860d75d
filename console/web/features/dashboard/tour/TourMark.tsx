import type { ReactNode } from 'react';
import type { MarkedStep } from './tour-steps.ts';
import './tour.css';

/** The control beside which a step of the tour stands. */
export function TourMark({ step, children }: { readonly step: MarkedStep; readonly children: ReactNode }) {
  return (
    <span className="tt-tour-mark" data-tour={step}>
      {children}
    </span>
  );
}
