import type { WikiProperty } from '@portico/contract/wiki'
import { useFormat } from '../session/use-format.ts'

/** A day is written as everywhere, an address can be followed, a text keeps its lines. */
export const PropertyValue = ({ property: { dataType, value } }: { property: WikiProperty }) => {
  const format = useFormat()
  switch (dataType) {
    case 'Date':
      // Noon of the day, so that no time zone makes it another one.
      return <span className="num">{format.numericDay(`${value}T12:00:00Z`)}</span>
    case 'Link':
      return (
        <a href={value} target="_blank" rel="noreferrer">
          {value.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
        </a>
      )
    default:
      return <span className="property-text">{value}</span>
  }
}
