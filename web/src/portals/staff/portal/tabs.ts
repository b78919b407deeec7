/** The tabs of a portal, in their order: the key of the name below `staffPortals.tab`, and the address. */
export const portalTabs = [
  { key: 'brand', to: '/portals/$portalid/brand' },
  { key: 'contact', to: '/portals/$portalid/contact' },
  { key: 'texts', to: '/portals/$portalid/texts' },
  { key: 'tickets', to: '/portals/$portalid/tickets' },
  { key: 'notices', to: '/portals/$portalid/notices' },
  { key: 'functions', to: '/portals/$portalid/functions' },
  { key: 'services', to: '/portals/$portalid/services' },
] as const
