import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { requestsOfDashlet } from '#schemas/dashboard/document-requests.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { downloadBlob } from '#web/lib/download-text.ts';
import { formatZonedMinute, formatZonedMoment, formatZonedPeriod } from '#web/lib/zoned/format-zoned.ts';
import { useLanguage } from '#web/lib/text.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { resultOf } from '../data/dashlet-data.ts';
import type { DataPage } from '../data/data-page.ts';
import { freshen } from '../data/freshen.ts';
import { dashletTitle } from '../view/dashlet-title.ts';
import { useSelectionWords } from '../view/filter-options.ts';
import type { ChosenContext } from '../view/use-document-context.ts';
import type { PictureHead } from './draw-picture.ts';
import { exportName } from './picture-layout.ts';
import { usePictureTexts } from './texts/en.ts';

interface Pictured {
  /** Of the document. */
  readonly name: string;
  readonly document: DashboardDocument;
  readonly page: DataPage;
  readonly customerId: number;
  readonly chosen: ChosenContext;
}

export interface Pictures {
  readonly ofDashlet: (dashlet: Dashlet) => Promise<void>;
  /** All of a page, also what is out of view. */
  readonly ofPage: () => Promise<void>;
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Dashlets that request values of KPIs. */
const idsWithValues = (dashlets: readonly Dashlet[]): readonly string[] =>
  dashlets.filter((dashlet) => requestsOfDashlet(dashlet) !== undefined).map(({ id }) => id);

/** The last closed window of values, seconds since 1970: of several the oldest; undefined: there are none. */
function versionOf(page: DataPage, ids: readonly string[]): number | undefined {
  const versions = ids.flatMap((id) => resultOf(page.read(id))?.version ?? []);
  return versions.length === 0 ? undefined : Math.min(...versions);
}

/** What a picture says about itself, so that it can be read without its page. */
function usePictureHead({ name, document, page, customerId, chosen }: Pictured) {
  const text = usePictureTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const wordsOf = useSelectionWords(document.filters, customerId);
  return (titles: readonly string[], confirming: readonly string[]): PictureHead => {
    const customer = customers.find(({ id }) => id === customerId)?.name;
    const { period } = chosen.at(Math.floor(now() / 1_000));
    const { timeZone } = chosen;
    const version = versionOf(page, confirming);
    const values =
      version === undefined
        ? text('noValues')
        : text('until', { time: formatZonedMinute(version * 1_000, timeZone, language) });
    const shown = formatZonedPeriod(
      { from: period.from * 1_000, until: period.to * 1_000, now: now(), timeZone },
      language,
    );
    return {
      title: [...titles, name, ...(customer === undefined ? [] : [customer])].join(' · '),
      lines: [
        [shown, text('zone', { zone: timeZone }), ...wordsOf(chosen.selection)].join(' · '),
        [
          ...(confirming.length > 0 ? [values] : []),
          text('madeAt', { time: formatZonedMoment(now(), timeZone, language) }),
        ].join(' · '),
      ],
    };
  };
}

const elementsOf = (selector: string): readonly HTMLElement[] => [
  ...window.document.querySelectorAll<HTMLElement>(selector),
];

/** Downloads pictures of a document. What fails is a notification. */
export function usePictures(pictured: Pictured): Pictures {
  const { name, document, page, chosen } = pictured;
  const text = usePictureTexts();
  const language = useLanguage();
  const kpis = useKpis();
  const headOf = usePictureHead(pictured);
  const download = async (
    parts: readonly HTMLElement[],
    frame: HTMLElement | undefined,
    { head, titles }: { readonly head: PictureHead; readonly titles: readonly string[] },
  ): Promise<void> => {
    if (frame === undefined) return;
    try {
      const { drawPicture } = await import('./draw-picture.ts');
      const picture = await drawPicture({ head, frame, parts, webPage: text('webPage') });
      const { period } = chosen.at(Math.floor(now() / 1_000));
      const { timeZone } = chosen;
      downloadBlob(`${exportName([name, ...titles], { ...period, timeZone })}.png`, picture);
    } catch {
      showToast({ text: text('failed'), tone: 'bad' });
    }
  };
  /** Returns how many are still expired. What arrived is drawn in the frame after the next. */
  const refreshed = async (ids: readonly string[]): Promise<number> => {
    showToast({ text: text('working') });
    const expired = await freshen(page, ids);
    await nextFrame();
    await nextFrame();
    return expired.length;
  };
  return {
    async ofDashlet(dashlet) {
      const title = dashletTitle(dashlet, kpis, language);
      const confirming = idsWithValues([dashlet]);
      if ((await refreshed(confirming)) > 0) {
        showToast({ text: text('expired', { title }), tone: 'bad' });
        return;
      }
      if (confirming.some((id) => page.isPending(id))) {
        showToast({ text: text('pending', { title }), tone: 'bad' });
        return;
      }
      const parts = elementsOf(`[data-dashlet="${CSS.escape(dashlet.id)}"]`);
      await download(parts.slice(0, 1), parts[0], { head: headOf([title], confirming), titles: [title] });
    },
    async ofPage() {
      const confirming = idsWithValues(document.dashlets);
      const expired = await refreshed(confirming);
      const [grid] = elementsOf('.tt-dashlet-grid');
      await download(elementsOf('.tt-dashlet-grid [data-dashlet]'), grid, {
        head: headOf([], confirming),
        titles: [],
      });
      if (expired > 0) showToast({ text: text('someExpired', { count: expired }), tone: 'bad' });
    },
  };
}
