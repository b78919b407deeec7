import { failureCode } from '../../../api/api.ts'
import { useFailureText } from '../../../api/failures.ts'
import { useText } from '../../../text/use-text.ts'
import { Alert } from '../../../ui/overlay/alert.tsx'
import type { BoardWords } from '../board/use-board-words.ts'
import { collisionsIn } from '../data.ts'

type CollisionAlertProps = { error: unknown; words: BoardWords; onShow: ((key: string) => void) | undefined }

/** Why a visit was not written: what takes its time, with the way there, or that somebody else was faster. */
export const CollisionAlert = ({ error, words, onShow }: CollisionAlertProps) => {
  const { t } = useText()
  const text = useFailureText()
  const collisions = collisionsIn(error)
  if (collisions.length === 0)
    return (
      <Alert tone="danger">{failureCode(error) === 'conflict' ? t('staffVisits.move.crossed') : text(error)}</Alert>
    )
  return (
    <Alert tone="danger" title={t('staffVisits.move.collides', { name: collisions[0]?.staffName })}>
      <ul className="collision-list">
        {collisions.map(collision => {
          const { kind, id, startsOn } = collision
          return (
            <li key={`${kind} ${id} ${startsOn}`}>
              {words.collision(collision)}{' '}
              {id !== null && onShow && (
                <button type="button" className="link-button" onClick={() => onShow(`${kind}-${id}`)}>
                  {t('staffVisits.move.show')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
