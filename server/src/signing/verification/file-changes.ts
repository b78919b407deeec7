import { changesIn } from '../changes/revision-changes.ts'
import { type Change, type SignatureInUpdate, Step } from '../changes/step.ts'
import type { PdfFile } from '../pdf/file.ts'
import { noteReferences, type References, referencesIn } from '../pdf/references.ts'
import { readUpdate } from '../pdf/update.ts'
import type { CheckedSignature } from './checked-signature.ts'

/** The changes of an update; `filled` are the full names of the fields that it filled in. */
export type UpdateChanges = { changes: Set<Change>; filled: ReadonlySet<string> }

/** For an update that cannot be read to its last byte, or exceeds the limits: a change that is not permitted. */
const unknown = (): UpdateChanges => ({ changes: new Set(['other']), filled: new Set() })

/** How far the file is understood: the offset after the last update, and the referring places up to there. */
type Ground = { end: number; references: References }

/** The changes after the earliest signature that closes a revision, by section index. */
export const changesByPlace = (
  file: PdfFile,
  signatures: readonly CheckedSignature[],
): { byPlace: ReadonlyMap<number, UpdateChanges>; end: number | undefined } => {
  const closings = new Map(signatures.flatMap(({ closing }) => (closing ? [[closing.place, closing.end]] : [])))
  const first = Math.min(...closings.keys())
  const named = new Set(signatures.map(({ field }) => field))
  const byPlace = new Map<number, UpdateChanges>()

  const examine = (place: number, { end, references }: Ground): Ground => {
    const { objects, containers, end: updateEnd } = readUpdate(file, place, end)
    const inUpdate = new Map<number, SignatureInUpdate>(
      signatures.map(({ number, kind, intact, closing }) => [
        number,
        { kind, holds: intact && closing?.place === place },
      ]),
    )
    const step = new Step(file, place, { touched: objects, references, signatures: inUpdate })
    byPlace.set(place, { changes: changesIn(step, containers), filled: step.filled })
    // A field that is added now and signed later counts as a signature; one that stays empty does not.
    if (step.emptyFields.some(name => !named.has(name))) step.changes.add('form_filling')
    noteReferences(file.trailer(place), 'trailer', references)
    // A cross-reference stream is an object too; the trailer comparison covers it.
    for (const number of objects)
      if (number !== file.section(place).stream) noteReferences(file.object(number, place), number, references)
    return { end: updateEnd, references }
  }

  let ground: Ground | undefined
  for (let place = first + 1; place <= file.newest; place += 1) {
    byPlace.set(place, unknown())
    try {
      // After an update that was not understood, a signature that covers it is a new starting point.
      const closed = closings.get(place - 1)
      if (!ground && closed !== undefined) ground = { end: closed, references: referencesIn(file, place - 1) }
      ground = ground && examine(place, ground)
    } catch {
      byPlace.set(place, unknown())
      ground = undefined
    }
  }
  return { byPlace, end: file.newest === first ? closings.get(first) : ground?.end }
}
