import type { ReactNode } from 'react';
import { Link, useSearch } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { ActionsSection } from './ActionsSection.tsx';
import { InputsSection } from './InputsSection.tsx';
import { OverlaysSection } from './OverlaysSection.tsx';
import { PanelsSection } from './PanelsSection.tsx';
import { StatusSection } from './StatusSection.tsx';
import { TableSection } from './TableSection.tsx';
import { useGalleryTexts } from './texts/en.ts';
import './gallery.css';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="tt-gallery-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Every component in every state, for the screen tests. */
export function GalleryPage() {
  const text = useGalleryTexts();
  const { customer } = useSearch({ strict: false });
  return (
    <div className="tt-gallery">
      <PageHeader
        title={text('title')}
        actions={
          customer !== undefined && (
            <Link to="/test" search={{ customer, tab: 'dashlets' }}>
              {text('dashlets')}
            </Link>
          )
        }
      />
      <Section title={text('actions')}>
        <ActionsSection />
      </Section>
      <Section title={text('status')}>
        <StatusSection />
      </Section>
      <Section title={text('panels')}>
        <PanelsSection />
      </Section>
      <Section title={text('inputs')}>
        <InputsSection />
      </Section>
      <Section title={text('overlays')}>
        <OverlaysSection />
      </Section>
      <Section title={text('tables')}>
        <TableSection />
      </Section>
    </div>
  );
}
