import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  IconChevronLeft,
  IconChevronRight,
  IconPlayerPause,
  IconPlayerPlay,
  IconX,
} from '@tabler/icons-react';
import type { ReportDocument } from '#schemas/report/document.ts';
import type { ResolvedPage } from '#schemas/report/resolve.ts';
import { useTimer } from '#web/lib/use-timer.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import { useBoxSize } from '../../dashboard/view/use-box-size.ts';
import { useShownCustomer } from '../../dashboard/view/use-shown-customer.ts';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import { useReportTexts } from '../texts/en.ts';
import { ReportSheet } from '../view/ReportSheet.tsx';
import { slideOf, stepped } from './slide-steps.ts';

interface Props {
  readonly name: string;
  readonly document: ReportDocument;
  readonly pages: readonly ResolvedPage[];
  readonly chosen: ChosenContext;
  /** Number of the slide, from 1. */
  readonly slide: number;
  readonly onSlide: (slide: number) => void;
  readonly onClose: () => void;
}

/** How long a slide is shown while they change by themselves. */
const SLIDE_MS = 20_000;

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  ' ': 1,
  Enter: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Backspace: -1,
  Home: -Infinity,
  End: Infinity,
};

function useKeys({ pages, slide, onSlide, onClose }: Props): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isButton =
      event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    if (isButton || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    if (event.key !== 'Escape' && step === undefined) return;
    event.preventDefault();
    if (step === undefined) onClose();
    else onSlide(stepped(slide, step, pages.length));
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The browser's own full screen where it allows it; leaving it ends the slides. */
function useFullScreen(onClose: () => void): void {
  const closed = useEffectEvent(onClose);
  useEffect(() => {
    const root = document.documentElement;
    let isFull = false;
    const watch = (): void => {
      if (isFull && document.fullscreenElement === null) closed();
      isFull = document.fullscreenElement !== null;
    };
    document.addEventListener('fullscreenchange', watch);
    // Refused without a press, as when the address is opened: the slides fill the window then.
    root.requestFullscreen?.().catch(() => undefined);
    return () => {
      document.removeEventListener('fullscreenchange', watch);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, []);
}

/** The pages of a report one by one on the full screen, with live values. */
export function ReportSlides(props: Props) {
  const { name, document: report, pages, chosen, onSlide, onClose } = props;
  const text = useReportTexts();
  const customerId = useShownCustomer();
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const [isRunning, setIsRunning] = useState(false);
  const slide = slideOf(props.slide, pages.length);
  useKeys({ ...props, slide });
  useFullScreen(onClose);
  const timer = useTimer();
  useEffect(() => {
    if (!isRunning) return undefined;
    const next = slide >= pages.length ? 1 : slide + 1;
    timer.start(SLIDE_MS, () => onSlide(next));
    return () => timer.stop();
  }, [isRunning, slide, pages.length, onSlide, timer]);
  const resolved = pages[slide - 1];
  const zoom =
    size === undefined || resolved === undefined
      ? 0
      : Math.min(size.width / resolved.page.width, size.height / resolved.page.height);
  return (
    <div className="tt-report-slides" role="dialog" aria-modal aria-label={text('slidesOf', { name })}>
      <div className="tt-report-slide" ref={box}>
        {resolved !== undefined && customerId !== undefined && zoom > 0 && (
          <div style={{ zoom }} key={resolved.key}>
            <ReportSheet
              name={name}
              document={report}
              resolved={resolved}
              customerId={customerId}
              pageCount={pages.length}
              at={chosen.at}
              loadsAll
            />
          </div>
        )}
      </div>
      <div className="tt-report-slide-bar">
        <IconButton
          label={text('previousSlide')}
          icon={<IconChevronLeft size={16} />}
          disabledReason={slide <= 1 ? text('firstSlide') : undefined}
          onClick={() => onSlide(stepped(slide, -1, pages.length))}
        />
        <span aria-live="polite">{text('slideNumber', { number: slide, count: pages.length })}</span>
        <IconButton
          label={text('nextSlide')}
          icon={<IconChevronRight size={16} />}
          disabledReason={slide >= pages.length ? text('lastSlide') : undefined}
          onClick={() => onSlide(stepped(slide, 1, pages.length))}
        />
        <IconButton
          label={text(isRunning ? 'stopTimer' : 'startTimer')}
          icon={isRunning ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          pressed={isRunning}
          onClick={() => setIsRunning(!isRunning)}
        />
        <IconButton label={text('endSlides')} keys="Escape" icon={<IconX size={16} />} onClick={onClose} />
      </div>
    </div>
  );
}
