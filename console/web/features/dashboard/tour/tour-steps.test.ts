import { describe, expect, it } from 'vitest';
import { cardPlace, reachedStep, tourSteps } from './tour-steps.ts';

describe('the tour', () => {
  it('follows what the user does, from New to the page as readers see it', () => {
    const shown = ['create', 'add', '.tt-dashlet', '.tt-drawer', 'stop', 'edit'];
    const walked = tourSteps.map((step) =>
      reachedStep(step, (selector) => shown.some((each) => selector.includes(each))),
    );
    expect(walked).toEqual(['create', 'read', 'settings', 'settings', 'stop', 'read', 'read']);
    expect(reachedStep('create', (selector) => selector.includes('add'))).toBe('add');
    expect(reachedStep('new', () => false)).toBe('new');
  });

  it.each([
    ['below', { left: 900, top: 50, width: 90, height: 30 }, { left: 900, top: 90 }],
    ['right of a tall dialog', { left: 300, top: 0, width: 400, height: 760 }, { left: 710, top: 8 }],
    ['left of a drawer', { left: 800, top: 40, width: 480, height: 760 }, { left: 490, top: 40 }],
    ['above the lower edge', { left: 20, top: 700, width: 1_250, height: 60 }, { left: 20, top: 590 }],
    ['over what fills the window', { left: 0, top: 0, width: 1_280, height: 800 }, { left: 8, top: 692 }],
  ])('puts its card %s', (_, target, place) => {
    expect(cardPlace(target, { width: 300, height: 100 }, { width: 1_280, height: 800 })).toEqual(place);
  });
});
