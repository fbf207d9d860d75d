/** Customers whose log can be opened; the first one is shown. */
export type LogCustomers = readonly { readonly id: number; readonly name: string }[];
