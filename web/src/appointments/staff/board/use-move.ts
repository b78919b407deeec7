import type { VisitBoard } from '@portico/contract/staff/planning/visits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureCode } from '../../../api/api.ts'
import { localizedFailure } from '../../../api/failures.ts'
import { localized } from '../../../text/localized.tsx'
import { useText } from '../../../text/use-text.ts'
import { toast } from '../../../ui/overlay/toasts.tsx'
import { collisionsIn, type Moved, move, showMoved } from '../data.ts'
import { keyOf, type Target } from './rules.ts'
import type { BoardWords } from './use-board-words.ts'

type Entry = VisitBoard['entries'][number]
type Place = { staffId: number | null; startsOn: string; endsOn: string }

const iso = (at: number) => new Date(at).toISOString().replace('.000', '')

const ABOUT = 'visit moved'

/** Moves entries of the board: at once on the screen, back if the server refuses, and back by a click afterwards. */
export const useMove = (words: BoardWords, show: (key: string) => void) => {
  const { t } = useText()
  const client = useQueryClient()
  const { mutate } = useMutation(move(client))

  const refused = (error: unknown, entry: Entry) => {
    const [collision] = collisionsIn(error)
    if (collision) {
      const { kind, id } = collision
      toast({
        tone: 'danger',
        about: ABOUT,
        title: localized(t => t('staffVisits.move.collides', { name: collision.staffName })),
        text: words.collision(collision),
        ...(id !== null && {
          action: { text: localized(t => t('staffVisits.move.show')), onAction: () => show(`${kind}-${id}`) },
        }),
      })
    } else if (failureCode(error) === 'conflict')
      toast({
        tone: 'danger',
        about: ABOUT,
        title: localized(t => t('staffVisits.move.crossed')),
        text: words.title(entry),
      })
    else toast({ tone: 'danger', about: ABOUT, title: localized(localizedFailure(error)) })
  }

  const run = (entry: Entry, place: Place, told: (moved: Moved) => void) => {
    const back = showMoved(client, shown => keyOf(shown) === keyOf(entry), place)
    mutate(
      { entry, ...place },
      {
        onSuccess: told,
        onError: error => {
          back()
          refused(error, entry)
        },
      },
    )
  }

  return (entry: Entry, target: Target) => {
    const place = { staffId: target.staffId, startsOn: iso(target.from), endsOn: iso(target.to) }
    const before = { staffId: entry.staffId, startsOn: entry.startsOn, endsOn: entry.endsOn }
    run(entry, place, moved =>
      toast({
        about: ABOUT,
        title: t('staffVisits.move.moved', { day: words.dayOf(target.from), time: words.span(target) }),
        text: localized(t => t(moved.email ? 'staffVisits.move.told' : 'staffVisits.form.nobodyTold')),
        action: {
          text: localized(t => t('staffVisits.move.undo')),
          onAction: () =>
            run({ ...entry, ...place, version: moved.version }, before, () =>
              toast({ about: ABOUT, title: localized(t => t('staffVisits.move.undone')) }),
            ),
        },
      }),
    )
  }
}
