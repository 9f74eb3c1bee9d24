import type { GrpcTransport } from '../../model/node.ts'

/**
 * The service name of gRPC. Xray asks for `/<name>/Tun`, with the name escaped as one part of a path; a name with a
 * leading slash is the whole path. The node holds Xray's spelling. mihomo sends a name without a leading slash as it
 * stands, so an empty or unusual one is written as the whole path (docs/formats/transports.md, "gRPC").
 */

/** What mihomo asks for where its entry names nothing. */
export const MIHOMO_SERVICE = 'GunService'
const STREAM = 'Tun'
const PLAIN_NAME = /^[\w.~-]+$/

/** A name with a leading slash is the whole path. */
export function isGrpcPath(serviceName: string): boolean {
  return serviceName.startsWith('/')
}

/** `/svc/Tun` is what the plain name `svc` means, and `//Tun` is the empty name; others stay as they are. */
export function plainServiceName(serviceName: string): string {
  const name = onlyPart(serviceName)
  return name === undefined || name.includes('|') ? serviceName : name
}

/** The name of a mihomo entry, whose paths are escaped. */
export function grpcServiceName(serviceName: string): string {
  if (!isGrpcPath(serviceName)) return serviceName
  const name = onlyPart(serviceName)
  return name === undefined ? unescapedPath(serviceName) : (unescaped(name) ?? name)
}

/** What mihomo is told: `svc`, or a whole path such as `/a%20b%2F%C3%A9/Tun` and `//Tun`. */
export function mihomoServiceName(serviceName: string): string {
  if (isGrpcPath(serviceName)) return escapedPath(serviceName)
  return PLAIN_NAME.test(serviceName) ? serviceName : `/${escaped(serviceName)}/${STREAM}`
}

/** `name` of `/name/Tun`. */
function onlyPart(path: string): string | undefined {
  const end = path.length - STREAM.length - 1
  if (!path.startsWith('/') || end < 1 || !path.endsWith(`/${STREAM}`)) return undefined
  const name = path.slice(1, end)
  return name.includes('/') ? undefined : name
}

/** Part by part. Behind a bar in the last one stands the name for `multi`. */
function escapedPath(path: string): string {
  const last = path.lastIndexOf('/')
  const bar = path.indexOf('|', last)
  return path.slice(0, bar < 0 ? path.length : bar).split('/').map(escaped).join('/') // oxfmt-ignore
}

function unescapedPath(path: string): string {
  const parts = path.split('/').map(unescaped)
  // A slash inside a part, or a broken escape, has no other spelling.
  return parts.some((part) => part === undefined || part.includes('/')) ? path : parts.join('/')
}

/** As Go escapes one part of a path; a broken surrogate becomes the mark for one. */
function escaped(part: string): string {
  if (PLAIN_NAME.test(part)) return part
  return encodeURIComponent(part.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function unescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Whether a node has settings of the connection that only mihomo knows. */
export function hasGrpcOptions(transport: GrpcTransport): boolean {
  const { userAgent, pingInterval, maxConnections, minStreams, maxStreams } = transport
  return (userAgent ?? pingInterval ?? maxConnections ?? minStreams ?? maxStreams) !== undefined
}
