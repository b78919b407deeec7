import { Phone } from 'lucide-react'
import { usePortal } from '../session/use-here.ts'
import { useText } from '../text/use-text.ts'
import { buttonClass } from '../ui/buttons/button-class.ts'

/** A link that calls the portal's support, if its number is known. */
export const CallButton = () => {
  const { t } = useText()
  const phone = usePortal()?.supportPhone
  if (!phone) return null
  return (
    <a className={buttonClass()} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
      <Phone className="icon" aria-hidden="true" />
      {t('appointments.call', { phone })}
    </a>
  )
}
