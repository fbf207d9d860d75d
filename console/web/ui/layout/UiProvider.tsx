import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTheme } from '#web/lib/theme.ts';
import { Toasts } from '../feedback/Toasts.tsx';

const theme = createTheme({
  fontFamily: 'var(--tt-font)',
  defaultRadius: 6,
  primaryColor: 'blue',
  respectReducedMotion: true,
  components: {
    // The description goes below, so that inputs side by side align.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
  },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
});

/** Mantine theme and toasts; the only wrapper a page needs. */
export function UiProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} forceColorScheme={useTheme()}>
      {children}
      <Toasts />
    </MantineProvider>
  );
}
