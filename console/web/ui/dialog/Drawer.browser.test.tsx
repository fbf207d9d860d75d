import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { MantineTheme } from '../layout/MantineTheme.tsx';
import { Drawer } from './Drawer.tsx';
import '#web/styles/tokens.css';
import '#web/styles/mantine.css';
import '#web/styles/base.css';

describe('details next to a list', () => {
  it('scroll by themselves, and do not lengthen the page by texts for screen readers', async () => {
    await page.viewport(1440, 600);
    await render(
      <MantineTheme>
        <main style={{ position: 'relative', display: 'flex', height: 500, overflow: 'auto' }}>
          <Drawer title="Outbound saturation" label="Details" onClose={() => undefined}>
            <div style={{ height: 900 }} />
            <span className="tt-hidden">98.9%</span>
          </Drawer>
        </main>
      </MantineTheme>,
    );
    const details = page.getByRole('group', { name: 'Details' });
    await expectVisible(details);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
    const body = details.element();
    expect(body.scrollHeight).toBeGreaterThan(body.clientHeight);
    const around = page.getByRole('main').element();
    expect(around.scrollHeight).toBe(around.clientHeight);
  });
});
