import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { problemOf } from '#schemas/problem/problem.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { WithRequestId } from './WithRequestId.tsx';

const requestId = '0199c0de-7a1b-4c2d-8e3f-001122334455';

it.each(['en', 'fr'] as const)(
  'a request id stays on one line, at every width that it fits in (%s)',
  async (language) => {
    const { title } = problemOf('SERVER_PROBLEM', { language, params: { requestId } });
    await render(
      <p data-testid="line" style={{ font: '14px sans-serif', lineHeight: '20px' }}>
        <WithRequestId text={title} />
      </p>,
    );
    await expectVisible(page.getByText(requestId));
    const paragraph = page.getByTestId('line').element() as HTMLElement;
    expect(paragraph.textContent).toBe(title);
    const id = page.getByText(requestId).element();
    for (let width = 300; width <= 1_200; width += 7) {
      paragraph.style.width = `${String(width)}px`;
      expect([width, id.getBoundingClientRect().height]).toEqual([width, 20]);
    }
  },
);
