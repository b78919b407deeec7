/** The HTML that users and portals may write: every other tag is dropped with its text kept, every other attribute dropped. */
export const htmlAllowList = {
  tags: [
    ...['p', 'div', 'br', 'hr', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'a', 'img'],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'mark', 'small'],
  ],
  attributes: { a: ['href', 'target', 'rel'], img: ['src', 'alt'] },
  /** Of links. An image is one of our own file addresses and nothing else. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
} as const
