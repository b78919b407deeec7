const RESERVED = new Set(
  [
    // The sections of the routes of the specification.
    'tickets alltickets activityreports activitycontracts servicecontracts documents invoices estimates wiki',
    'recurringadvances publicfiles',
    // Reserved by name (decisions 1).
    'login confirm appointments tasks privacy contacts account verify api users settings portals auth signing operator',
    'backoffice link files assets healthz readyz metrics me',
  ].flatMap(line => line.split(' ')),
)

/** Why a text may not be a web portal key (decisions 1), or undefined when it may. */
export const portalKeyFault = (key: string): string | undefined => {
  if (!/^[a-z0-9-]{2,40}$/.test(key)) return 'must be 2 to 40 of a-z, 0-9 and -'
  // In an address it would be a contact.
  if (/^\d+$/.test(key)) return 'must not be a number'
  return RESERVED.has(key) ? 'is a reserved word' : undefined
}
