import { useQuery } from '@tanstack/react-query';
import { readSilencedElement } from '#schemas/silence/preview-routes.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { useSilenceTexts } from './texts/en.ts';

/** The alarm on an element that the form was opened from. */
export interface SilencedAlarm {
  readonly alarm: number;
  readonly element: number;
}

interface Props extends SilencedAlarm {
  readonly customerId: number;
  readonly match: SilenceMatch;
  readonly onChange: (match: SilenceMatch, names: ReadonlyMap<number, string>) => void;
}

const none: SilenceMatch = { alarms: [], severities: [], sites: [], elements: [] };
const isSame = (one: SilenceMatch, other: SilenceMatch): boolean =>
  JSON.stringify([one.alarms, one.severities, one.sites, one.elements]) ===
  JSON.stringify([other.alarms, other.severities, other.sites, other.elements]);

/** Widens a silence from one alarm to its device or its site. */
export function ScopeChoice({ customerId, alarm, element: id, match, onChange }: Props) {
  const text = useSilenceTexts();
  const { data } = useQuery({
    ...routeQuery(readSilencedElement, { params: { customerId, element: id } }),
    staleTime: Infinity,
  });
  if (data === undefined) return null;
  const { element, device, site } = data;
  const scopes = [
    { label: text('scopeAlarm'), match: { ...none, alarms: [alarm], elements: [id] } },
    ...(device === null
      ? []
      : [{ label: text('scopeDevice', { name: device.name }), match: { ...none, elements: [device.id] } }]),
    ...(site === null
      ? []
      : [{ label: text('scopeSite', { name: site.name }), match: { ...none, sites: [site.id] } }]),
  ];
  const names = new Map(
    [element, ...(device === null ? [] : [device])].map(({ id: of, name }) => [of, name]),
  );
  return (
    <div className="tt-silence-presets" role="group" aria-label={text('scope')}>
      {scopes.map((scope) => (
        <Button
          key={scope.label}
          pressed={isSame(match, scope.match)}
          onClick={() => onChange(scope.match, names)}
        >
          {scope.label}
        </Button>
      ))}
    </div>
  );
}
