import type { StaffAssetListed } from '@portico/contract/staff/records/assets'

/** Properties in one line of a list, days as everywhere. */
export const propertiesLine = (
  properties: StaffAssetListed['properties'],
  numericDay: (instant: string) => string,
): string =>
  properties
    .map(({ typologyName, dataType, value }) => {
      // Noon, so that it is the same day in every time zone.
      const written = dataType === 'Date' ? numericDay(`${value}T12:00:00Z`) : value
      return `${typologyName}: ${written}`
    })
    .join(' · ')
    .slice(0, 160)
