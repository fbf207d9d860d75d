import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import {
  IconApps,
  IconBell,
  IconCircuitGround,
  IconGauge,
  IconMapPin,
  IconPlug,
  IconRouter,
  IconUser,
} from '@tabler/icons-react';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { shownBuiltIn } from '#schemas/name/built-in-name.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { HitKind, SearchHit } from '#schemas/search/routes.ts';
import type { Command } from '#web/ui/command-palette/CommandPalette.tsx';
import { useSearch } from '../search/use-search.ts';
import { usePaletteTexts } from './texts/en.ts';

const size = 16;
const icons: Readonly<Record<HitKind, ReactNode>> = {
  site: <IconMapPin size={size} />,
  device: <IconRouter size={size} />,
  interface: <IconPlug size={size} />,
  component: <IconCircuitGround size={size} />,
  alarm: <IconBell size={size} />,
  cockpit: <IconGauge size={size} />,
  application: <IconApps size={size} />,
  user: <IconUser size={size} />,
};

interface Target {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, unknown>>;
}

interface Place {
  readonly scope: MenuEntry['scope'];
  /** Customer of the screen. */
  readonly customer: number | undefined;
}

type TargetOf = (hit: SearchHit, place: Place) => Target;

/** The running alarms of an element. */
const alarmsOf: TargetOf = ({ name, customer, parent }) => ({
  to: '/alert',
  search: { customer, site: parent === null ? [] : [parent], q: name },
});

const targets: Readonly<Record<HitKind, TargetOf>> = {
  site: ({ id, customer }) => ({ to: '/alert', search: { customer, site: [id] } }),
  device: alarmsOf,
  interface: alarmsOf,
  component: alarmsOf,
  alarm: ({ id, name, parent }, { scope, customer }) =>
    parent !== null && scope === 'admin'
      ? { to: '/mt/cockpit', search: { cockpit: parent, alarm: id } }
      : { to: '/alert', search: { customer, q: name } },
  cockpit: ({ id }) => ({ to: '/mt/cockpit', search: { cockpit: id } }),
  application: ({ id, customer }) =>
    customer === null
      ? { to: '/mt/application', search: { open: id } }
      : { to: '/application', search: { customer, open: id } },
  user: ({ id }) => ({ to: '/mt/user', search: { open: id } }),
};

/** Route of the pages of elements, for those who may open the inventory. */
const ELEMENT_PAGE = '/inventory/$kind/$element';

/** The page of an element; undefined: the hit is none. */
function elementPageOf({ element, id, customer }: SearchHit): Target | undefined {
  if (element === undefined || customer === null) return undefined;
  return { to: ELEMENT_PAGE, params: { kind: element, element: String(id) }, search: { customer } };
}

const isOpenTo = ({ to }: Target, routes: ReadonlySet<string>): boolean =>
  routes.has(to === ELEMENT_PAGE ? '/inventory' : to);

/** Where a hit leads, the page that shows it first: an element has its page, and its alarms. */
function targetsOf(hit: SearchHit, place: Place, routes: ReadonlySet<string>): readonly Target[] {
  const page = elementPageOf(hit);
  const all = [...(page === undefined ? [] : [page]), targets[hit.kind](hit, place)];
  return all.filter((target) => isOpenTo(target, routes));
}

interface Found {
  readonly hits: readonly Command[];
  /** Whether the hits of the query are still on their way. */
  readonly searching: boolean;
}

/** What the server finds for a query, on pages that the user may open. */
export function useHits(
  query: string,
  { routes, ...place }: Place & { readonly routes: ReadonlySet<string> },
): Found {
  const text = usePaletteTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const { hits: found, searching } = useSearch(query);
  const open = ({ to, params, search: address }: Target): void =>
    void navigate({
      to: to as '/alert',
      ...(params && { params: params as never }),
      search: address as { customer: number },
    });
  const hits = found.flatMap((hit): Command[] => {
    const [first, second] = targetsOf(hit, place, routes);
    if (first === undefined) return [];
    return [
      {
        id: `${hit.kind}-${String(hit.id)}`,
        group: text(`hit-${hit.kind}`),
        label:
          hit.kind === 'alarm' || hit.kind === 'cockpit'
            ? shownBuiltIn(hit.kind, hit.name, language)
            : hit.name,
        hint: hit.path.join(' · '),
        icon: icons[hit.kind],
        run: () => open(first),
        ...(second !== undefined && { other: { label: text('itsAlarms'), run: () => open(second) } }),
      },
    ];
  });
  return { hits, searching };
}
