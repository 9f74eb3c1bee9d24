import type { X509Certificate } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { domainToASCII } from 'node:url'

/** What is asked for in a handshake that sends nothing else. */
export interface HandshakeTarget {
  /** By this name the certificate is judged; an address too. */
  name: string
  alpn?: readonly string[] | undefined
}

export interface HandshakeBudget {
  handshakeMs: number
  signal: AbortSignal
}

/** What a server said of itself in its handshake. */
export interface Handshake {
  /** `TLSv1.3` */
  version: string
  alpn?: string
  certificate?: {
    /** Milliseconds since 1970. */
    expiresAt: number
    isSelfSigned: boolean
    matchesName: boolean
    /** An authority that this machine knows has signed it, and it is in force. */
    isTrusted: boolean
    issuer?: string
  }
}

const MAX_ISSUER = 100

/**
 * Makes a TLS handshake on a connection, reads the certificate, and hangs up. Throws what the handshake failed with.
 *
 * It is the only place that goes on with a certificate that does not verify: such a certificate is what is looked for. The
 * connection is closed here before anything is sent on it, and nobody else is handed it. So there is no request that
 * somebody in between could read or answer.
 */
export function readHandshake(
  socket: Socket,
  { name, alpn = [] }: HandshakeTarget,
  { handshakeMs, signal }: HandshakeBudget,
): Promise<Handshake> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(handshakeMs)])
  const asked = domainToASCII(name) || name
  return new Promise<Handshake>((resolve, reject) => {
    const secure = connect({
      socket,
      // An address is no name: RFC 6066, 3.
      ...(isIP(asked) ? {} : { servername: asked }),
      ...(alpn.length > 0 && { ALPNProtocols: [...alpn] }),
      rejectUnauthorized: false,
      // Whether the chain verifies and whether the name is right are two answers.
      checkServerIdentity: () => undefined,
    })
    const giveUp = () => {
      secure.destroy(over.reason instanceof Error ? over.reason : new Error('aborted'))
    }
    if (over.aborted) giveUp()
    over.addEventListener('abort', giveUp)
    secure.once('close', () => {
      over.removeEventListener('abort', giveUp)
      socket.destroy()
      reject(new Error('The connection was closed'))
    })
    secure.on('error', (error) => {
      reject(error)
      secure.destroy()
    })
    secure.once('secureConnect', () => {
      // What is thrown in a listener ends the process, and a stranger made what is read here.
      Promise.try(handshakeOf, secure, asked).then(resolve, reject)
      // What ends the handshake is still on its way out.
      secure.end(() => secure.destroy())
    })
  }).catch((error: unknown) => {
    // A name that cannot be sent is refused before anything happens to the connection.
    socket.destroy()
    throw error
  })
}

function handshakeOf(secure: TLSSocket, name: string): Handshake {
  const certificate = secure.getPeerX509Certificate()
  return {
    version: secure.getProtocol() ?? '',
    ...(typeof secure.alpnProtocol === 'string' && { alpn: secure.alpnProtocol }),
    ...(certificate && { certificate: certificateOf(certificate, name, secure.authorized) }),
  }
}

function certificateOf(certificate: X509Certificate, name: string, isTrusted: boolean) {
  const issuer = issuerOf(certificate)
  return {
    // A date that cannot be is 1970.
    expiresAt: Math.max(0, certificate.validToDate.getTime() || 0),
    isSelfSigned: isSelfSigned(certificate),
    matchesName: (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined,
    isTrusted,
    ...(issuer !== undefined && { issuer }),
  }
}

/** `checkIssued` says no to a certificate whose key may not sign others, and servers make such ones for themselves. */
function isSelfSigned(certificate: X509Certificate): boolean {
  if (certificate.issuer !== certificate.subject) return false
  try {
    return certificate.verify(certificate.publicKey)
  } catch {
    // A kind of key that nobody here knows.
    return false
  }
}

/** Who signed it, as a person knows them: the organisation, else the common name. Whoever made the certificate wrote it. */
function issuerOf({ issuer }: X509Certificate): string | undefined {
  // Nobody has to be named, whatever the type says.
  const lines = (issuer || '').split('\n')
  const [line] = ['O=', 'CN='].flatMap((kind) =>
    lines.filter((each) => each.startsWith(kind)).map((each) => each.slice(kind.length)),
  )
  const text = line?.replaceAll(/\p{C}/gu, '').trim()
  return text ? Array.from(text).slice(0, MAX_ISSUER).join('') : undefined
}
