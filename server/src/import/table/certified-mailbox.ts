import { fold } from '../../kernel/database/search-words.ts'

/** What the domains of certified mail (PEC) are called: by custom, and by the largest providers. */
const DOMAIN =
  /(?:^|[.-])(?:pec|arubapec|gigapec|messaggipec|mypec|pecimprese|pecsicura|registerpec|legalmail|postacert|postecert|actaliscertymail|sicurezzapostale)[.-]/

/** Whether an address is one of certified mail. */
export const isCertifiedMailbox = (address: string): boolean =>
  DOMAIN.test(address.split('@').at(-1)?.toLowerCase() ?? '')

/** Whether the title of a column says that its addresses are of certified mail. */
export const isCertifiedTitle = (title: string): boolean =>
  /\bp\.?e\.?c\b|posta (?:elettronica )?certificata/.test(fold(title))
