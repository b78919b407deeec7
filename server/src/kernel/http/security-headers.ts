import { randomBytes } from 'node:crypto'

/** Headers of every answer that is not a file of a user. */
export const securityHeaders: Record<string, string> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** What an answer of the API may do in a browser: nothing. */
export const apiContentSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What a built file may do where it runs by itself, as a worker does: import and fetch what lies beside it. */
export const assetContentSecurityPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** A nonce for one page. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/** What a page may do: run our own script files, style itself, frame our own files, and talk to our own origin. */
export const pageContentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
