import { expect, test } from 'vitest'
import {
  acceptPublished,
  changeBrand,
  changedFields,
  changeOf,
  crossedFields,
  emptyDraft,
  undoChange,
} from './draft.ts'

const published = {
  webPortalName: 'Lumen',
  coverText: '',
  baseColor: '#123456',
  logo: null,
  logoPlate: false,
  footerCustomHtml: '',
  customCss: '',
}

test('a change is undone by hand, or by setting what is published', () => {
  const named = changeBrand(emptyDraft, published, 'webPortalName', 'Lumen 2')
  const both = changeBrand(named, published, 'logoPlate', true)
  expect(changedFields(both)).toEqual(['webPortalName', 'logoPlate'])
  expect(undoChange(both, 'webPortalName')).toEqual(changeBrand(emptyDraft, published, 'logoPlate', true))
  expect(changeBrand(both, published, 'logoPlate', false)).toEqual(named)
})

test('what somebody else has published meanwhile is told, and one’s own value stays', () => {
  const mine = changeBrand(emptyDraft, published, 'baseColor', '#abcdef')
  const theirs = { ...published, baseColor: '#ffffff', coverText: 'Ciao' }
  expect(crossedFields(mine, published)).toEqual([])
  expect(crossedFields(mine, theirs)).toEqual(['baseColor'])
  const accepted = acceptPublished(mine, theirs)
  expect(crossedFields(accepted, theirs)).toEqual([])
  expect(accepted.values).toEqual({ baseColor: '#abcdef' })
  expect(acceptPublished(mine, { ...theirs, baseColor: '#abcdef' })).toEqual(emptyDraft)
})

test('a call names only what was changed, a logo with its content', () => {
  const logo = { name: 'a.png', address: 'data:image/png;base64,AAAA' }
  const draft = changeBrand(changeBrand(emptyDraft, published, 'logo', logo), published, 'baseColor', 'teal')
  expect(changeOf(draft, '#008080')).toEqual({ baseColor: '#008080', logo: { name: 'a.png', content: 'AAAA' } })
  const without = changeBrand(emptyDraft, { ...published, logo }, 'logo', null)
  expect(changeOf(without, undefined)).toEqual({ logo: null })
})
