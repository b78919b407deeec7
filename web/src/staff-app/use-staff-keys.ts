import { useRouter } from '@tanstack/react-router'
import { useKeys } from '../staff/session/use-keys.ts'
import { useText } from '../text/use-text.ts'
import { useRailEntries } from './sections/use-rail-entries.ts'

/** The keys that go to the sections: G and the letter of each. */
export const useStaffKeys = () => {
  const { t } = useText()
  const router = useRouter()
  const entries = useRailEntries()
  useKeys(
    'everywhere',
    entries.map(({ key, to, goKey }) => ({
      keys: `g ${goKey}`,
      text: t(`staffShell.rail.${key}`),
      run: () => void router.navigate({ to }),
    })),
  )
}
