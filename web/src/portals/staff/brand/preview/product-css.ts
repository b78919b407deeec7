// The customers' own sheets, as text: the previews are in a document of their own.
import auth from '../../../../auth/auth.css?inline'
import styles from '../../../../styles/styles.css?inline'
import ticketList from '../../../../tickets/list/ticket-list.css?inline'

/** The styles of the portal's pages that are shown as previews. */
export const productCss: string = [styles, ticketList, auth].join('\n')
