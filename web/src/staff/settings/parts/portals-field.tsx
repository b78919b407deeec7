import { useText } from '../../../text/use-text.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { useMe } from '../../session/use-me.ts'
import { CheckGroup } from './check-group.tsx'

type PortalsFieldProps = {
  /** Null: all portals. */
  value: number[] | null
  onChange: (value: number[] | null) => void
  error: string | undefined
}

/** The portals that something is for; nothing where there is only one. */
export const PortalsField = ({ value, onChange, error }: PortalsFieldProps) => {
  const { t } = useText()
  const { portals } = useMe()
  if (portals.length < 2) return null
  return (
    <>
      <Checkbox
        name="allPortals"
        checked={value === null}
        onChange={event => onChange(event.target.checked ? null : portals.map(({ id }) => id))}
      >
        {t('staffConnections.everyPortal')}
      </Checkbox>
      {value !== null && (
        <CheckGroup
          label={t('staffConnections.portals')}
          error={error}
          rows={portals.map(({ id, webPortalName: name }) => ({ id, name }))}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  )
}
