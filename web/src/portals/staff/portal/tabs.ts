/** The tabs of a portal, in their order: the key of the name below `staffPortals.tab`, and the address. */
export const portalTabs = [{ key: 'brand', to: '/portals/$portalid/brand' }] as const
