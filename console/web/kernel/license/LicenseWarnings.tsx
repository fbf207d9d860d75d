import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { LicenseWarning } from '#schemas/settings/license/warning.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { routeQuery } from '../query/route-query.ts';
import { useLicenseWarningTexts } from './texts/en.ts';

/** Read again after a while: counts and days change once a day. */
const REREAD_MS = DAY_MS / 24;

/** A page that stays open for days and the settings read the same. */
const licenseWarningQuery = {
  ...routeQuery(readLicenseWarnings),
  select: ({ warnings }: { readonly warnings: readonly LicenseWarning[] }) => warnings,
  refetchInterval: REREAD_MS,
};

type Usage = Extract<LicenseWarning, { readonly is: 'usage' }>;

const isUsage = (warning: LicenseWarning): warning is Usage => warning.is === 'usage';
const isExceeded = ({ units, contracted }: Usage): boolean => units > contracted;

/** A sentence for the validity of the license, and one for all services of which as much is used. */
function useSentences(): (warnings: readonly LicenseWarning[]) => readonly string[] {
  const text = useLicenseWarningTexts();
  const language = useLanguage();
  const usageOf = (usages: readonly Usage[]): string =>
    usages
      .map(({ service, units, contracted }) =>
        text('usage', {
          service: text(service),
          units: formatNumber(units, language),
          contracted: formatNumber(contracted, language),
        }),
      )
      .join(', ');
  return (warnings) => {
    const validity = warnings.flatMap((warning) => {
      if (warning.is === 'usage') return [];
      const expires = formatDayOfUtc(warning.expires, language);
      return [
        warning.is === 'expired'
          ? text('expired', { expires })
          : text('expires', { count: warning.days, expires }),
      ];
    });
    const usages = warnings.filter(isUsage);
    const exceeded = usages.filter(isExceeded);
    const nearly = usages.filter((usage) => !isExceeded(usage));
    return [
      ...validity,
      ...(exceeded.length > 0 ? [text('exceeded', { usage: usageOf(exceeded) })] : []),
      ...(nearly.length > 0 ? [text('nearly', { usage: usageOf(nearly) })] : []),
    ];
  };
}

/** What the license warns of, for administrators. Nothing is ever stopped. */
export function LicenseWarnings() {
  const { data: warnings = [] } = useQuery(licenseWarningQuery);
  const sentencesOf = useSentences();
  if (warnings.length === 0) return null;
  return <Banner tone="warning">{sentencesOf(warnings).join(' ')}</Banner>;
}
