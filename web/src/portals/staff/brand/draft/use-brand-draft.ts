import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { failureCode } from '../../../../api/api.ts'
import { useMe } from '../../../../staff/session/use-me.ts'
import { changePortal, staffPortal, type TaggedPortal } from '../../portal/data.ts'
import { portalColour } from './css-colour.ts'
import {
  acceptPublished,
  type BrandField,
  type BrandValues,
  changeBrand,
  changedFields,
  changeOf,
  crossedFields,
  emptyDraft,
  keptDraft,
  publishedBrand,
  undoChange,
} from './draft.ts'

/** Changes one part of the look. */
type SetBrand = <Field extends BrandField>(field: Field, value: BrandValues[Field]) => void

/**
 * The look that is being worked on: what is published with what was changed since, which this browser keeps. `crossed`: parts that somebody
 * else has published otherwise meanwhile.
 */
export const useBrandDraft = (portal: TaggedPortal, onPublished: () => void) => {
  const { id: account } = useMe()
  const queryClient = useQueryClient()
  const kept = useMemo(() => keptDraft(account, portal.id), [account, portal.id])
  const [draft, setDraft] = useState(kept.read)
  const published = useMemo(() => publishedBrand(portal), [portal])
  useEffect(() => kept.save(draft), [kept, draft])

  const { mutate, error, isPending, reset } = useMutation({
    ...changePortal(queryClient, portal.id),
    onError: failure => {
      if (failureCode(failure) === 'conflict') void queryClient.invalidateQueries(staffPortal(portal.id))
    },
  })
  const values: BrandValues = { ...published, ...draft.values }
  const set: SetBrand = (field, value) => {
    reset()
    setDraft(now => changeBrand(now, published, field, value))
  }
  return {
    values,
    published,
    set,
    changed: changedFields(draft),
    crossed: crossedFields(draft, published),
    undo: (field: BrandField) => setDraft(now => undoChange(now, field)),
    discard: () => {
      reset()
      setDraft(emptyDraft)
    },
    publish: () =>
      mutate(
        { change: changeOf(draft, portalColour(values.baseColor)), etag: portal.etag },
        {
          onSuccess: () => {
            setDraft(emptyDraft)
            onPublished()
          },
        },
      ),
    /** Goes on with the own values over those that somebody else has published. */
    accept: () => setDraft(now => acceptPublished(now, published)),
    error,
    isPending,
  }
}

/** See {@link useBrandDraft}. */
export type BrandDraftState = ReturnType<typeof useBrandDraft>
