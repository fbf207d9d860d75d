import { useLayoutEffect } from 'react';

const product = 'Telltale';
const parts: { page: string | undefined; customer: string | undefined } = {
  page: undefined,
  customer: undefined,
};

let count = 0;

function show(change: Partial<typeof parts>): void {
  Object.assign(parts, change);
  const title = [parts.page, parts.customer, product].filter((part) => part !== undefined).join(' · ');
  document.title = count === 0 ? title : `(${String(count)}) ${title}`;
}

/** Shows a count before the title of the window, and a mark on its icon; nothing for 0. */
export function showCount(next: number): void {
  if (next === count) return;
  count = next;
  show({});
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null)
    icon.href = icon.href.replace(/telltale(-alert)?\.svg$/, `telltale${count > 0 ? '-alert' : ''}.svg`);
}

/** The title of the window while the page is shown: page, customer and product. */
export function usePageTitle(page: string): void {
  useLayoutEffect(() => {
    show({ page });
    return () => show({ page: undefined });
  }, [page]);
}

/** The title of what is printed: a PDF has it, without the product. */
export function usePaperTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}

/** The customer in the title of the window; undefined on pages that belong to none. */
export function useCustomerTitle(customer: string | undefined): void {
  useLayoutEffect(() => {
    show({ customer });
    return () => show({ customer: undefined });
  }, [customer]);
}
