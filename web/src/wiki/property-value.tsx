import type { WikiProperty } from '@portico/contract/wiki'

type PropertyValueProps = {
  property: Pick<WikiProperty, 'dataType' | 'value'>
  /** DD/MM/YYYY of an instant. */
  numericDay: (instant: string) => string
}

/** The value of a property: a formatted day, a link, or text with its line breaks. */
export const PropertyValue = ({ property: { dataType, value }, numericDay }: PropertyValueProps) => {
  switch (dataType) {
    case 'Date':
      // Noon, so that it is the same day in every time zone.
      return <span className="num">{numericDay(`${value}T12:00:00Z`)}</span>
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
