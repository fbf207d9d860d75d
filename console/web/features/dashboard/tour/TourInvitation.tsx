import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { useDocumentPlace } from '../document-page.ts';
import { useTourTexts } from './texts/en.ts';
import './tour.css';

/** Offers the tour to those who have no dashboard of their own yet. */
export function TourInvitation() {
  const text = useTourTexts();
  const { change } = useDocumentPlace();
  return (
    <Banner tone="info">
      <span className="tt-tour-invitation">
        {text('invite')}
        <Button onClick={() => change({ tour: true }, true)}>{text('start')}</Button>
      </span>
    </Banner>
  );
}
