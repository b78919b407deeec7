import { useMe } from '../../staff/session/use-me.ts'
import { railEntries } from './sections.ts'

/** The entries of the rail that the signed-in employee sees. */
export const useRailEntries = () => {
  const me = useMe()
  return railEntries.filter(entry => !('isOpen' in entry) || !entry.isOpen || entry.isOpen(me))
}
