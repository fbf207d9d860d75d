import { searchHook } from '#web/lib/search-hook.ts';
import type { InventoryAcrossSearch, InventorySearch } from './inventory-search.ts';

export const useInventorySearch = searchHook<InventorySearch>('/shell/inventory');
export const useInventoryAcrossSearch = searchHook<InventoryAcrossSearch>('/shell/cc/inventory');
