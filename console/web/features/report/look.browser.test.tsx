import { it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { openPrint, openReports } from './testing/reports.ts';

const shot = (name: string) => page.screenshot({ path: `/tmp/look/${name}.png` });
const wait = () => new Promise((done) => setTimeout(done, 1500));

it('library', async () => {
  await openReports({});
  await expectVisible(page.getByRole('row', { name: /Monthly/ }));
  await shot('library');
});
it('read dark', async () => {
  await openReports({ query: '&open=7' });
  await expectVisible(page.getByText('Service report'));
  await wait();
  await shot('read-dark');
});
it('read light fr', async () => {
  await openReports({ query: '&open=7', theme: 'light', language: 'fr' });
  await wait();
  await shot('read-light');
});
it('design', async () => {
  await openReports({ query: '&open=7&edit=true' });
  await expectVisible(page.getByRole('group', { name: 'Page 1' }));
  await wait();
  await page.getByRole('group', { name: 'Page 1' }).getByRole('button', { name: 'Dashlet Busiest links' }).click();
  await wait();
  await shot('design');
});
it('setup fr', async () => {
  await openReports({ query: '&open=7&edit=true&setup=true', theme: 'light', language: 'fr' });
  await wait();
  await shot('setup');
});
it('writing', async () => {
  await openReports({ query: '&open=7&edit=true' });
  const head = page.getByRole('group', { name: 'Page 1' }).getByRole('button', { name: 'Text Service report' });
  await expectVisible(head);
  (head.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await wait();
  await shot('writing');
});
it('narrow', async () => {
  await openReports({ query: '&open=7', width: 390 });
  await wait();
  await shot('narrow-read');
});
it('narrow edit', async () => {
  await openReports({ query: '&open=7&edit=true', width: 390 });
  await wait();
  await shot('narrow-edit');
});
it('slides', async () => {
  await openReports({ query: '&open=7&slides=true&page=1' });
  await wait();
  await shot('slides');
});
it('print', async () => {
  await openPrint({ query: '&from=1790000000&to=1790086400&zone=UTC&language=en' });
  await wait();
  await shot('print');
});
it('images', async () => {
  await openReports({ query: '&open=7&edit=true' });
  await page.getByRole('button', { name: 'Image', exact: true }).first().click();
  await wait();
  await shot('images');
});
