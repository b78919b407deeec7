import { htmlAllowList } from '@portico/contract/values/html-allow-list'
import createPurifier from 'dompurify'

const purifier = createPurifier(window)
const { tags, attributes, linkSchemes } = htmlAllowList
// The server lets nobody write a path; it writes some itself.
const goodLink = new RegExp(`^(?:(?:${linkSchemes.join('|')}):|/(?![/\\\\]))`, 'i')

const attributesOf = (tag: string): readonly string[] => (tag === 'a' || tag === 'img' ? attributes[tag] : [])

const isOurFile = (src: string) => {
  const { origin, pathname } = new URL(src, location.origin)
  return origin === location.origin && /^\/api\/(?:staff\/)?(?:files|pictures)\//.test(pathname)
}

purifier.addHook('uponSanitizeAttribute', (node, attribute) => {
  const { attrName, attrValue } = attribute
  const tag = node.nodeName.toLowerCase()
  const known = attributesOf(tag).includes(attrName)
  const bad = (attrName === 'href' && !goodLink.test(attrValue.trim())) || (attrName === 'src' && !isOurFile(attrValue))
  attribute.keepAttr = known && !bad
})

purifier.addHook('afterSanitizeAttributes', node => {
  if (node.nodeName === 'A') {
    node.removeAttribute('target')
    node.removeAttribute('rel')
    if (/^https?:/i.test(node.getAttribute('href') ?? '')) {
      node.setAttribute('target', '_blank')
      node.setAttribute('rel', 'noopener noreferrer')
    }
  }
  if (node.nodeName !== 'IMG') return
  if (!node.hasAttribute('src')) node.remove()
  else if (!node.hasAttribute('alt')) node.setAttribute('alt', '')
})

/** HTML that is safe to show: sanitised again, although the server has sanitised it when it was stored. */
export const cleanHtml = (html: string) =>
  purifier.sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...new Set(Object.values(attributes).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
