import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useFailureText } from '../../api/failures.ts'
import { useText } from '../../text/use-text.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toast } from '../../ui/overlay/toasts.tsx'
import { seeAsPerson } from '../session/data.ts'
import { openViewingTab } from './open-viewing-tab.ts'

type SeeAsButtonProps = Pick<ButtonProps, 'tone' | 'size' | 'className'> & {
  /** The customer and its portal. */
  contact: { id: number; webPortalKey: string }
  person: { webUserId: number; name: string }
  /** Shows the icon alone, beside the name of the person. */
  isIcon?: boolean
}

/** Opens the customers' portal in a new tab as this person sees it. */
export const SeeAsButton = ({ contact, person, isIcon = false, ...look }: SeeAsButtonProps) => {
  const { t } = useText()
  const failureText = useFailureText()
  const { mutate, isPending } = useMutation(seeAsPerson)
  const open = () => {
    const tab = openViewingTab(`/${contact.webPortalKey}/${contact.id}`)
    if (!tab) return void toast({ title: t('staffShell.seeAs.blocked'), tone: 'warning', about: 'see-as' })
    mutate(
      { contactId: contact.id, webUserId: person.webUserId },
      {
        onSuccess: tab.hand,
        onError: error => {
          tab.close()
          toast({ title: failureText(error), tone: 'danger', about: 'see-as' })
        },
      },
    )
  }
  const label = t('staffShell.seeAs.button', { name: person.name })
  if (isIcon)
    return (
      <IconButton label={label} aria-busy={isPending || undefined} onClick={open}>
        <Eye className="icon" aria-hidden="true" />
      </IconButton>
    )
  return (
    <Button {...look} busy={isPending} onClick={open}>
      <Eye className="icon" aria-hidden="true" />
      {label}
    </Button>
  )
}
