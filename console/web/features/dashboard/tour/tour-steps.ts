const marked = ['new', 'create', 'add', 'save', 'stop', 'edit'] as const;
export type MarkedStep = (typeof marked)[number];
const mark = (step: MarkedStep): string => `[data-tour="${step}"]`;

/** Texts next to their controls, in the order in which a dashboard is built. */
export const tourSteps = ['new', 'create', 'add', 'settings', 'save', 'stop', 'read'] as const;
export type TourStep = (typeof tourSteps)[number];

interface Place {
  /** The control that the step is about. */
  readonly at: string;
  /** It is done as soon as this is there; null: the user continues. */
  readonly done: string | null;
}

const places: Readonly<Record<TourStep, Place>> = {
  new: { at: mark('new'), done: mark('create') },
  create: { at: mark('create'), done: mark('add') },
  add: { at: mark('add'), done: '.tt-dashlet' },
  settings: { at: '.tt-drawer', done: null },
  save: { at: mark('save'), done: mark('stop') },
  stop: { at: mark('stop'), done: mark('edit') },
  read: { at: mark('edit'), done: null },
};

export const isManual = (step: TourStep): boolean => places[step].done === null;
export const stepTarget = (step: TourStep): string => places[step].at;

export const stepAfter = (step: TourStep): TourStep => tourSteps[tourSteps.indexOf(step) + 1] ?? 'read';

/** The step that a user is at, by what is on the page: one who starts from a template has a dashboard to read at once. */
export function reachedStep(step: TourStep, has: (selector: string) => boolean): TourStep {
  if (step === 'create' && has(places.read.at)) return 'read';
  const { done } = places[step];
  return done !== null && has(done) ? stepAfter(step) : step;
}

export interface TourBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 10;
const EDGE = 8;

/** Where a card next to a control fits into the window: below, right, left or above it, else at the lower edge. */
export function cardPlace(
  target: TourBox,
  card: Pick<TourBox, 'width' | 'height'>,
  window: Pick<TourBox, 'width' | 'height'>,
): { readonly left: number; readonly top: number } {
  const within = (value: number, size: number, all: number): number =>
    Math.round(Math.max(EDGE, Math.min(value, all - size - EDGE)));
  const left = within(target.left, card.width, window.width);
  const top = within(target.top, card.height, window.height);
  const [right, bottom] = [target.left + target.width, target.top + target.height];
  const candidates = [
    { left, top: Math.round(bottom + GAP) },
    { left: Math.round(right + GAP), top },
    { left: Math.round(target.left - card.width - GAP), top },
    { left, top: Math.round(target.top - card.height - GAP) },
  ];
  const fits = (at: { readonly left: number; readonly top: number }): boolean =>
    at.left >= EDGE &&
    at.top >= EDGE &&
    at.left + card.width <= window.width - EDGE &&
    at.top + card.height <= window.height - EDGE;
  return candidates.find(fits) ?? { left, top: Math.round(window.height - card.height - EDGE) };
}
