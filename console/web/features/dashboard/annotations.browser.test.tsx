import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DOCUMENT_VERSION } from '#schemas/dashboard/document.ts';
import type { Annotation } from '#schemas/annotation/annotation.ts';
import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from '#schemas/annotation/routes.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { axeFaults } from '#web/testing/render-page.tsx';
import { reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { dashletNamed, openDashboards } from './testing/open-dashboard.ts';
import { lastRequested } from './testing/documents.ts';

const text = '<b>Fibre</b> moved to {{rack}} 7';
const note = (changes: Partial<Annotation>): Annotation => ({
  id: 9,
  from: 1_763_840_000,
  to: null,
  text,
  element: 3,
  elementName: 'nantes-cpe-7 · WAN',
  author: 'Ada Martin',
  updatedAt: 1_763_840_000_000,
  version: DOCUMENT_VERSION,
  isEditable: true,
  ...changes,
});

const open = (annotations: readonly Annotation[], count = annotations.length) =>
  openDashboards({
    query: '&open=7&period=1763800000-1763886400',
    replies: [
      reply(listAnnotations, { annotations: [...annotations], count }),
      reply(createAnnotation, note({})),
      reply(updateAnnotation, note({})),
      reply(deleteAnnotation, {}),
    ],
  });
const chart = dashletNamed('Busiest links');
const lane = (marks: string) => chart.getByRole('button', { name: `Busiest links: ${marks}` });
const openMenu = () => chart.getByRole('button', { name: 'Actions on Busiest links' }).click();

describe('annotations of a timeline', () => {
  it('are marks in the lane below it, which lists what they say as it was written', async () => {
    const { server } = await open(
      [note({}), note({ id: 10, author: 'Ben Roy', text: 'theirs', isEditable: false })],
      203,
    );
    await expectVisible(lane('203 annotations'));
    (lane('203 annotations').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(server.received(listAnnotations).at(-1)?.body).toMatchObject({
      from: 1_763_800_000,
      elements: [{ element: 'interface' }],
    });
    const list = page.getByRole('dialog', { name: 'Busiest links: 203 annotations' });
    await expectVisible(list.getByText(text));
    await expectVisible(list.getByText('and 201 older annotations'));
    expect(list.getByRole('button', { name: 'Edit annotation of Ben Roy' }).query()).toBeNull();
    await list.getByRole('button', { name: 'Delete annotation of Ada Martin' }).click();
    await page
      .getByRole('dialog', { name: 'Delete annotation?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect
      .poll(() => server.received(deleteAnnotation).at(-1)?.params)
      .toMatchObject({ customerId: 1, annotation: 9 });
    expect(await axeFaults()).toEqual([]);
  });

  atNight('are edited from the version that was read', async () => {
    const { server } = await open([note({ to: 1_763_850_000 })]);
    await expectVisible(lane('1 annotation'));
    (lane('1 annotation').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await page.getByRole('button', { name: 'Edit annotation of Ada Martin' }).click();
    const form = page.getByRole('dialog', { name: 'Edit annotation' });
    await form.getByRole('textbox', { name: 'Text' }).fill('Moved again');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => server.received(updateAnnotation).at(-1)?.body)
      .toEqual({ text: 'Moved again', element: 3, from: 1_763_840_000, to: 1_763_850_000, version: 2 });
  });

  atNight('are added from the menu of the chart, about one of its elements', async () => {
    const { server } = await open([]);
    await openMenu();
    await page.getByRole('menuitem', { name: 'Add annotation…' }).click();
    const form = page.getByRole('dialog', { name: 'Add annotation' });
    await form.getByRole('button', { name: 'Add' }).click();
    expect(server.received(createAnnotation)).toEqual([]);
    await form.getByRole('textbox', { name: 'Text' }).fill(text);
    await form.getByRole('combobox', { name: 'About' }).click();
    await page.getByRole('option', { name: 'nantes-cpe-7 · WAN' }).click();
    expect(await axeFaults()).toEqual([]);
    await form.getByRole('button', { name: 'Add' }).click();
    await expect
      .poll(() => server.received(createAnnotation).at(-1)?.body)
      .toMatchObject({ text, element: 3, to: null });
  });
});

atNight(
  'the menu of a timeline compares it with the same hours a week earlier, until the page is left',
  async () => {
    const { server } = await open([]);
    await openMenu();
    await page.getByRole('menuitemcheckbox', { name: 'Same hours a week earlier' }).click();
    await expect.poll(() => lastRequested(server, 'd1')).toMatchObject({ comparison: 'week' });
    await openMenu();
    await page.getByRole('menuitemcheckbox', { name: 'Nothing' }).click();
    await expect.poll(() => lastRequested(server, 'd1')?.comparison).toBeUndefined();
  },
);
