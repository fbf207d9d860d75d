import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { LicenseWarning } from '#schemas/settings/license/warning.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatDayOfUtc } from '#web/lib/format-utc.ts';
import { defineTexts, useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { call } from '../api/call.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';

/** Read again after a while: counts and days change once a day. */
const REREAD_MS = DAY_MS / 24;

/** A page that stays open for days and the settings read the same. */
const licenseWarningQuery = {
  queryKey: ['settings', 'license', 'warnings'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await call(readLicenseWarnings, { signal })).warnings,
  refetchInterval: REREAD_MS,
} as const;

function useWarningText(): (warning: LicenseWarning) => string {
  const text = useLicenseWarningTexts();
  const language = useLanguage();
  return (warning) => {
    switch (warning.is) {
      case 'expired':
        return text('expired', { expires: formatDayOfUtc(warning.expires, language) });
      case 'expires':
        return text('expires', { count: warning.days, expires: formatDayOfUtc(warning.expires, language) });
      case 'usage':
        return text(warning.units > warning.contracted ? 'exceeded' : 'nearly', {
          service: text(warning.service),
          units: formatNumber(warning.units, language),
          contracted: formatNumber(warning.contracted, language),
        });
    }
  };
}

/** What the license warns of, for administrators. Nothing is ever stopped. */
export function LicenseWarnings() {
  const { data: warnings = [] } = useQuery(licenseWarningQuery);
  const textOf = useWarningText();
  if (warnings.length === 0) return null;
  return <Banner tone="warning">{warnings.map(textOf).join(' ')}</Banner>;
}

const useLicenseWarningTexts = defineTexts(en, fr);
